# SPDX-License-Identifier: GPL-2.0
"""Which tests `make check` runs, and the parts of `make check-all`."""
import dataclasses

KERNELS = ('standalone', 'preempt', 'preempt_tasks', 'debug', 'stock',
           'tools', 'tracing', 'hostile', 'generic', 'arm64-standalone', 'arm64-debug',
           'arm64-stock', 'arm64-tracing',
           'ppc64le-standalone', 'ppc64le-debug', 'ppc64le-stock', 'ppc64le-tracing',
           'ppc64-standalone', 'ppc64-debug',
           'stock-5.10', 'stock-6.12', 'stock-7.2', 'stock-7.3',
           'arm64-stock-6.12', 'arm64-stock-7.3', 'ppc64le-stock-6.12',
           'standalone-5.10', 'standalone-6.12', 'standalone-7.3',
           'arm64-standalone-6.12', 'arm64-standalone-7.3')
# Where `make check TEST=` looks.
USUAL = ('standalone', 'stock')


@dataclasses.dataclass
class Part:
    """What is run. `kernels`: the tests of each; `compiled`: kernels for which the
    module, the samples and the test modules are built, no more; `host`: tests on
    the host. '*' stands for all tests."""
    covers: str
    kernels: dict
    compiled: tuple = ()
    host: str = ''


# What one boot of a further kernel shows: samples, API, jumps, returns.
SHORT = 'api_semantics demo jump_api linux_samples refusals return_api'

# `make check`: of each mechanism the quickest test that fails if it breaks.
GATE = Part(
    'the gate',
    {'standalone':
     'api_debugfs api_semantics api_unload badinput blacklist coming_modules '
     'cpu_late events_api events_kp events_life events_watch everything fault_extable '
     'fault_handlers fault_stall fuzz gone_modules insn int3 jump_api jump_table leave '
     'linux_samples order refusals return_api return_diff return_life static_call '
     'stress tutorial user_none warn watch_api watch_life years',
     'stock':
     'api_semantics blacklist coming_modules events_api fault_handlers ftrace_sites '
     'events_dynamic events_perf events_trace events_user events_watch gone_modules insn int3 int3_pti jump_api jump_table linux_samples '
     'order refusals resched_post return_api return_diff side_by_side side_jumps static_call '
     'user_api watch_api years',
     'arm64-standalone': SHORT + ' vector years',
     'ppc64le-standalone': SHORT + ' vector years',
     'ppc64-standalone': SHORT,
     'tools': 'kunit',
     'stock-5.10': SHORT + ' int3 years',
     'stock-6.12': SHORT + ' call_thunks int3 kfence years',
     'stock-7.3': SHORT + ' call_thunks int3 years'},
    compiled=('arm64-stock', 'ppc64le-stock', 'stock-7.2', 'arm64-stock-6.12',
              'arm64-stock-7.3'),
    host='bench decode decode_arm64 decode_native elf events_parse features forced '
         'frame identifiers install lab patch picture source supported')

# What another version of the kernel can break; not the decoder's cases again.
OF_VERSION = ('api_debugfs api_semantics api_unload blacklist coming_modules demo '
              'fault_extable fault_handlers gone_modules insn jump_api leave '
              'linux_samples order refusals return_api')

# Events by lines of text, and as trace events.
EVENTS = ('events_api events_dynamic events_kp events_life events_perf events_trace '
          'events_user events_watch')

# `make check-all`: each at most an hour.
PARTS = {
    'x86': Part(
        'all rooms, arch/x86, on a kernel without kprobes', {'standalone': '*'},
        host='*'),
    'x86-stock': Part(
        'arch/x86, point/ftrace_probe.c, user/, beside the kernel\'s own kprobes',
        {'stock': '*'}),
    'versions': Part(
        'compat/, arch: Linux 5.10, 6.12 to 7.3',
        {'stock-5.10': OF_VERSION + ' ftrace_sites static_call stops user_api watch_api',
         'stock-6.12': OF_VERSION + ' blacklist_stuff call_thunks ftrace_sites insn_stuff '
                       'kfence static_call user_api watch_api',
         'stock-7.2': SHORT,
         'stock-7.3': OF_VERSION + ' blacklist_stuff call_thunks ftrace_sites '
                      'kfence static_call user_api watch_api',
         'standalone-5.10': OF_VERSION + ' static_call stops watch_api',
         'standalone-6.12': OF_VERSION + ' static_call watch_api',
         'standalone-7.3': OF_VERSION + ' static_call watch_api',
         'arm64-stock-6.12': SHORT + ' vector',
         'arm64-stock-7.3': SHORT + ' vector',
         'arm64-standalone-6.12': SHORT + ' vector watch_api watch_life',
         'arm64-standalone-7.3': SHORT + ' vector watch_api watch_life',
         'ppc64le-stock-6.12': SHORT + ' vector'}, host='names'),
    'x86-debug': Part(
        'locks, lifetimes and RCU in all rooms: KASAN, lockdep',
        {'debug': 'api_semantics api_unload coming_modules fault_handlers '
                  'gone_modules jump_api leave order return_api stress '
                  'stress_modules'}),
    'x86-debug-more': Part(
        'user/, watch/, hit/ and jumps: KASAN, lockdep',
        {'debug': 'fuzz jump_stress return_diff return_life return_stress user_api '
                  'user_life watch_api watch_life watch_stress'}),
    'preempt': Part(
        'point/regions.c, kernel/dying.c, guard/dying_track.c: tasks that are '
        'preempted in the kernel', {'preempt': '*', 'preempt_tasks': '*'}),
    'hostile': Part(
        'text/, place/, hit/, point/: all is probed, while others write text, CPUs '
        'stop, the machine sleeps or starts another kernel; 100,000 probes',
        {'hostile': 'blacklist hostile kexec kgdb many suspend', 'generic': 'hostile kexec suspend',
         'stock': 'kexec suspend', 'debug': 'many'}),
    'tracing': Part(
        'events/: trace events, perf, BPF, the kernel\'s own tests of them, on a kernel '
        'without kprobes',
        {'tracing': '*'}),
    'tracing-more': Part(
        'events/: KASAN, lockdep; other versions',
        {'debug': EVENTS, 'stock-6.12': EVENTS, 'stock-7.3': EVENTS}),
    'tracing-arch': Part(
        'events/: trace events, perf, BPF on arm64; on ppc64le, where the kernel has no '
        'uprobes', {'arm64-tracing': '*', 'ppc64le-tracing': '*'}),
    'third-party': Part(
        'client.mk, include/forced: clients that others wrote; signed modules',
        {'tools': 'kunit lkdtm lockdown lockdown_all lttng signing systemtap tutorial'},
        host='forced'),
    'arm64': Part(
        'arch/arm64', {'arm64-standalone': '*', 'arm64-stock': '*'}, host='features'),
    'arm64-debug': Part(
        'arch/arm64: KASAN, lockdep',
        {'arm64-debug': 'api_semantics return_api jump_api fault_handlers order'}),
    'ppc64': Part(
        'arch/powerpc, both byte orders',
        {'ppc64le-standalone': '*', 'ppc64-standalone': '*'}),
    'ppc64-stock': Part(
        'arch/powerpc beside the kernel\'s own kprobes', {'ppc64le-stock': '*'}),
    'ppc64-debug': Part(
        'arch/powerpc: KASAN, lockdep',
        {'ppc64le-debug': 'api_semantics return_api jump_api fault_handlers '
                          'order',
         'ppc64-debug': 'api_semantics return_api jump_api fault_handlers '
                        'order'}),
}

# What can be run by name; the gate has nothing that the parts have not.
NAMED = {**PARTS, 'gate': GATE}
