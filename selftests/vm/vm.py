# SPDX-License-Identifier: GPL-2.0
"""Boots a kernel of the lab in QEMU, with files of one's own and a script."""
import dataclasses
import functools
import os
import pathlib
import selectors
import shutil
import subprocess
import tempfile
import time

from logcheck import STAMP, LogCheck, Problem

HERE = pathlib.Path(__file__).resolve().parent
GUEST = HERE.parent / 'guest'
ROOT = HERE.parent.parent

DONE = 'KP-GUEST-DONE'
# Limits are longer than a busy host may delay a guest; no_timer_check, as on any
# virtual machine, because the check takes such a delay for a broken timer.
KERNEL_ARGS = ('panic=-1 log_buf_len=16M printk.devkmsg=on watchdog_thresh=30 '
               'rcupdate.rcu_cpu_stall_timeout=90')
MACHINES = {
    'x86_64': ('qemu-system-x86_64', '-M', 'q35', '-cpu', 'max'),
    # With every feature it is many times slower. With this frequency, and one
    # instruction a nanosecond, the counter counts instructions.
    'arm64': ('qemu-system-aarch64', '-M', 'virt',
              '-cpu', 'cortex-a72,cntfrq=1000000000'),
    'ppc64le': ('qemu-system-ppc64', '-M', 'pseries,x-vof=on',
                '-cpu', 'power9', '-vga', 'none',
                # so that it formats the memory that the kernel reads
                '-prom-env', 'auto-boot?=true'),
}
MACHINES['ppc64'] = MACHINES['ppc64le']
ARCH_ARGS = {'x86_64': 'console=ttyS0 no_timer_check',
             'arm64': 'console=ttyAMA0',
             'ppc64le': 'console=hvc0', 'ppc64': 'console=hvc0'}
# A guest that boots, or ends, prints something within so many seconds, on a busy
# host, too.
SILENT = 600
# A guest that prints and prints has so many times this.
LONGEST = 2
# One that reports that it hangs goes on reporting: it has so many seconds more.
HANGING = 60


@dataclasses.dataclass(frozen=True)
class Clock:
    """A guest's time is made of its instructions, 2**shift nanoseconds each: every
    run with the same files and seed is the same run, whatever the host does, and
    sleep takes no time."""
    shift: int
    seed: int = 1

    def args(self):
        return ('-icount', f'shift={self.shift},sleep=off',
                '-seed', str(self.seed),
                '-rtc', 'base=2020-01-01T00:00:00,clock=vm')


STEADY = Clock(shift=3)
# One instruction, one tick.
COUNTING = Clock(shift=0)


def clock(text):
    """What --clock says: "host", or a shift and a seed, "3,1"."""
    if text == 'host':
        return None
    shift, _, seed = text.partition(',')
    return Clock(int(shift), int(seed or 1))


CACHE = pathlib.Path(
    os.environ.get('KPROBES_CACHE') or
    pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache',
                 'kprobes-lab'))


@functools.cache
def qemu(program):
    """The lab's QEMU, and where it finds its own files."""
    folder = subprocess.run([HERE / 'qemu'], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.strip()
    modules = f'{folder}/usr/lib/x86_64-linux-gnu/qemu'
    return ('env', f'QEMU_MODULE_DIR={modules}', f'{folder}/usr/bin/{program}',
            '-L', f'{folder}/usr/share/qemu', '-L', f'{folder}/usr/share/seabios')


@functools.cache
def folder_by(script, *words):
    """What a script of the lab has made for a guest: `tracers`, `ftracetest`."""
    return subprocess.run([HERE / script, *words], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def kernel_folder(name):
    """The folder of a kernel: `name` is one of the lab's, or a folder."""
    if os.path.isdir(name):
        return pathlib.Path(name)
    done = subprocess.run([HERE / 'kernel', name], check=True, text=True,
                          stdout=subprocess.PIPE)
    return pathlib.Path(done.stdout.strip())


def arch_of(folder):
    """What a kernel is for, from its configuration."""
    config = (folder / 'config').read_text().splitlines()
    if 'CONFIG_PPC64=y' in config:
        return ('ppc64le' if 'CONFIG_CPU_LITTLE_ENDIAN=y' in config
                else 'ppc64')
    return 'arm64' if 'CONFIG_ARM64=y' in config else 'x86_64'


@dataclasses.dataclass
class Guest:
    """What to boot. `files` are folders whose contents appear in /kp."""
    kernel: str
    script: str
    files: list = dataclasses.field(default_factory=list)
    smp: int = 2
    mem: str = ''
    icount: bool = False
    clock: Clock | None = STEADY
    append: str = ''
    qemu: list = dataclasses.field(default_factory=list)
    interactive: bool = False

    def initramfs(self, folder):
        root = pathlib.Path(folder) / 'root'
        for name in ('bin', 'dev', 'proc', 'sys', 'tmp', 'kp'):
            (root / name).mkdir(parents=True)
        busybox = subprocess.run(
            [HERE / 'busybox', arch_of(kernel_folder(self.kernel))], check=True,
            text=True, stdout=subprocess.PIPE).stdout.strip()
        shutil.copy(busybox, root / 'bin')
        shutil.copy(GUEST / 'init', root / 'init')
        shutil.copy(GUEST / 'lib.sh', root / 'kp')
        for source in self.files:
            shutil.copytree(source, root / 'kp', dirs_exist_ok=True)
        shutil.copy(self.script, root / 'kp' / 'run')
        for path in root.rglob('*'):
            os.utime(path, (0, 0), follow_symlinks=False)
        names = sorted(str(p.relative_to(root)) for p in root.rglob('*'))
        image = pathlib.Path(folder) / 'initramfs'
        with open(image, 'wb') as out:
            subprocess.run(['cpio', '-o', '-H', 'newc', '--quiet',
                            '--reproducible', '-R', '0:0'], cwd=root,
                           input='\n'.join(names).encode(), stdout=out,
                           check=True)
        shutil.rmtree(root)
        return image

    def command(self, initramfs):
        folder = kernel_folder(self.kernel)
        arch = arch_of(folder)
        debug = 'CONFIG_KASAN=y' in (folder / 'config').read_text()
        smp = 1 if self.icount else self.smp
        serial = ('stdio,id=serial,signal=off' if self.interactive
                  else 'stdio,id=serial')
        # One thread for all CPUs: with one each, QEMU can go on running a
        # breakpoint that memory no longer holds.
        program, *machine = MACHINES[arch]
        clock = COUNTING if self.icount else self.clock
        return [*qemu(program), *machine, '-accel', 'tcg,thread=single', '-smp', str(smp),
                '-m', self.mem or ('1G' if debug else '512M'),
                '-nographic', '-no-reboot', '-nodefaults',
                '-chardev', serial, '-serial', 'chardev:serial',
                '-monitor', 'none',
                *(clock.args() if clock else ()), *self.qemu,
                '-kernel', str(folder / 'image'), '-initrd', str(initramfs),
                '-append', ' '.join((
                    ARCH_ARGS[arch], KERNEL_ARGS,
                    'quiet' if self.interactive else 'ignore_loglevel',
                    self.append))]

    def interact(self):
        """Boot with the terminal as console."""
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.call(self.command(self.initramfs(folder)))

    def boot(self, timeout, log, on_line=lambda line: None):
        """Boot, log, judge: returns the list of problems, empty if all is well.

        The guest hangs if it prints nothing for `timeout` seconds, or what its last
        line "KP-DEADLINE <seconds>" says, one at the beginning of each test; if a
        test takes LONGEST times that; or if the kernel says so.
        """
        pathlib.Path(log).parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder, open(log, 'w') as out:
            command = self.command(self.initramfs(folder))
            out.write(f'$ {" ".join(command)}\n')
            return self.watch(command, timeout, out, on_line)

    @staticmethod
    def watch(command, timeout, out, on_line):
        check = LogCheck()
        is_done = False
        deadline = Deadline(timeout)
        qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        try:
            for raw in lines(qemu.stdout, deadline):
                line = raw.decode(errors='replace').strip('\r\n')
                out.write(line + '\n')
                out.flush()
                check.line(line)
                deadline.renew()
                if check.hangs:
                    deadline.limit(HANGING)
                bare = STAMP.sub('', line)
                if bare.startswith('KP-DEADLINE '):
                    deadline.set(int(bare.split()[1]))
                is_done = is_done or bare == DONE
                on_line(bare)
        finally:
            qemu.kill()
            qemu.wait()
        problems = check.finish()
        if deadline.is_over:
            problems.append(Problem(check.test, f'hangs: killed, {deadline.reason}'))
        elif not is_done:
            problems.append(Problem(check.test, f'ended without {DONE}'))
        return problems


class Deadline:
    """A wall-clock limit that each line of the guest renews, up to another one."""

    def __init__(self, seconds):
        self.is_over = False
        self.set(seconds)

    def set(self, seconds):
        self.seconds = seconds
        self.last = time.monotonic() + LONGEST * seconds
        self.renew()

    def renew(self):
        self.end = min(time.monotonic() + self.seconds, self.last)

    def limit(self, seconds):
        self.last = min(self.last, time.monotonic() + seconds)
        self.renew()

    def left(self):
        return self.end - time.monotonic()

    @property
    def reason(self):
        return ('it did not end' if self.end == self.last else
                f'{self.seconds} s after its last line')


def lines(stream, deadline):
    """The lines of a pipe until it ends, or until the deadline is over."""
    waiter = selectors.DefaultSelector()
    waiter.register(stream, selectors.EVENT_READ)
    rest = b''
    while True:
        if deadline.left() <= 0 or not waiter.select(deadline.left()):
            deadline.is_over = True
            break
        data = os.read(stream.fileno(), 65536)
        if not data:
            break
        *whole, rest = (rest + data).split(b'\n')
        yield from whole
    if rest:
        yield rest
