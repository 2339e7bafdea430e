// SPDX-License-Identifier: GPL-2.0
/*
 * Where in user space a probe is to be: from a path and a symbol to a file and an
 * offset. The file is held, and so is its file system, which may be unmounted.
 */
#include <linux/cred.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/namei.h>
#include <linux/overflow.h>
#include <linux/string.h>

#include <place/why.h>
#include <user/elf_symbol.h>
#include <user/user_place.h>

/**
 * kp_user_place_describe() - a place in words
 * @buf: gets them, KP_USER_MAX_TARGET bytes at most
 * @place: the place, held or not
 *
 * Names may have any character: all but the printable ones are escaped.
 */
void kp_user_place_describe(char *buf, const struct kp_user_place *place)
{
	if (place->symbol)
		snprintf(buf, KP_USER_MAX_TARGET, "%*pE:%*pE+0x%lx",
			 (int)strlen(place->path), place->path,
			 (int)strlen(place->symbol), place->symbol,
			 place->symbol_offset);
	else if (place->path)
		snprintf(buf, KP_USER_MAX_TARGET, "%*pE:0x%llx",
			 (int)strlen(place->path), place->path,
			 place->offset);
	else if (place->inode)
		snprintf(buf, KP_USER_MAX_TARGET, "inode %llu of %s:0x%llx",
			 (u64)place->inode->i_ino, place->inode->i_sb->s_id,
			 place->offset);
	else
		strscpy(buf, "(no file)", KP_USER_MAX_TARGET);
}

static int hold_inode(struct inode *inode, const char **why)
{
	if (!S_ISREG(inode->i_mode))
		return refuse(-EINVAL, "not a regular file", why);
	/*
	 * A file that the kernel makes up, in tracefs and the like: nothing of it is mapped,
	 * and opening it may take locks that the caller holds.
	 */
	if (inode->i_mapping->a_ops == &empty_aops)
		return refuse(-EINVAL, "the file has no pages", why);
	if (!atomic_inc_not_zero(&inode->i_sb->s_active))
		return refuse(-ENOENT, "the file system is going away", why);
	if (!igrab(inode)) {
		deactivate_super(inode->i_sb);
		return refuse(-ENOENT, "the file is going away", why);
	}
	return 0;
}

/**
 * kp_user_place_release() - undo kp_user_place_hold()
 * @inode: the file
 *
 * Context: process context, may sleep.
 */
void kp_user_place_release(struct inode *inode)
{
	struct super_block *sb = inode->i_sb;

	iput(inode);
	deactivate_super(sb);
}

static int read_file(void *from, u64 pos, void *buf, size_t len)
{
	loff_t at = pos;
	ssize_t ret = kernel_read(from, buf, len, &at);

	if (ret < 0)
		return ret;
	return ret == len ? 0 : -ENOEXEC;
}

static int find_symbol(const struct path *path, struct kp_user_place *place,
		       const char **why)
{
	struct file *file = dentry_open(path, O_RDONLY | O_LARGEFILE,
					current_cred());
	struct kp_elf_file elf = { .read = read_file, .from = file };
	u64 offset;
	u32 entry;
	int ret;

	if (IS_ERR(file))
		return refuse(PTR_ERR(file), "the file cannot be opened", why);
	elf.size = i_size_read(file_inode(file));
	ret = kp_elf_symbol(&elf, place->symbol, &offset, &entry, why);
	if (!ret && check_add_overflow(offset,
				       (u64)place->symbol_offset ?: entry,
				       &offset))
		ret = refuse(-EINVAL, "behind the end of the file", why);
	if (!ret)
		place->offset = offset;
	fput(file);
	return ret;
}

/* Of place: path, symbol and offset are given; the rest is found. */
static int find_place(struct kp_user_place *place, const char **why)
{
	struct inode *inode;
	struct path path;
	int ret;

	ret = kern_path(place->path, LOOKUP_FOLLOW, &path);
	if (ret)
		return refuse(ret, "no such file", why);
	/* what is mapped is the file below an overlay */
	inode = d_real_inode(path.dentry);
	ret = hold_inode(inode, why);
	if (!ret && place->symbol) {
		ret = find_symbol(&path, place, why);
		if (ret)
			kp_user_place_release(inode);
	}
	if (!ret)
		place->inode = inode;
	path_put(&path);
	return ret;
}

/**
 * kp_user_place_hold() - find the file and the offset, and hold the file
 * @place: has a path, and with it a symbol or an offset; or it gets the inode and
 *	the offset that @up has
 * @up: the caller's
 * @why: gets the reason if it fails
 *
 * Context: process context, may sleep; no locks, since it reads files.
 * Return: 0, then kp_user_place_release() is to follow; or an errno.
 */
int kp_user_place_hold(struct kp_user_place *place, const struct uprobe *up,
		       const char **why)
{
	if (place->path)
		return find_place(place, why);
	if (!up->inode)
		return refuse(-EINVAL, "there is no inode", why);
	place->inode = up->inode;
	place->offset = up->offset;
	return hold_inode(place->inode, why);
}
