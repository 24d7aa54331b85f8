//! A seccomp filter: system calls that no contest bot needs.

use crate::process::isolation::Held;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

// The crate libc does not name it for musl on arm64.
#[cfg(all(target_env = "musl", target_arch = "aarch64"))]
const KEXEC_FILE_LOAD: i64 = 294;
#[cfg(not(all(target_env = "musl", target_arch = "aarch64")))]
const KEXEC_FILE_LOAD: i64 = libc::SYS_kexec_file_load;

/// Refused with "operation not permitted".
const FORBIDDEN: [i64; 44] = [
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    // The kernel and its clocks.
    libc::SYS_kexec_load,
    KEXEC_FILE_LOAD,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Refused as if the kernel did not know them, so that libraries fall back on
/// what can be looked into: `clone3` passes its flags in memory, and `io_uring`
/// does other system calls unseen. Memory of System V, its messages and semaphores,
/// and files in memory that have no name are counted by no limit of a process;
/// files in `/dev/shm` do as well.
const UNKNOWN: [i64; 9] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// Change the process that their first argument names.
const OF_A_PROCESS: [i64; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// Change the process that their second argument names, or all of a user's if the first one is this: `PRIO_USER`,
/// `IOPRIO_WHO_USER`.
const OF_A_USER: [(i64, u64); 2] = [(libc::SYS_setpriority, 2), (libc::SYS_ioprio_set, 3)];

/// Name the process that is sent a signal when a file can be read: `F_SETOWN`, `F_SETOWN_EX`; `FIOSETOWN`, `SIOCSPGRP`.
const OWNERS: [(i64, [u64; 2]); 2] = [(libc::SYS_fcntl, [8, 15]), (libc::SYS_ioctl, [0x8901, 0x8902])];

/// The flags of `clone` that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// What makes a socket's buffers larger. It is said to be done and is not, as the kernel does with sizes that are too
/// large, so that what sockets hold can be counted by their number.
const BUFFERS: [i32; 4] = [libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE];

/// The bits of a socket's type that are no flags.
const SOCKET_TYPE: u64 = 0xf;

/// Filters the system calls of this process and of all it starts; the `network` may be left to it.
pub(super) fn filter(is_init: bool, network: bool) -> Held {
    match install(is_init, network) {
        Ok(()) => Held::Yes(String::new()),
        Err(error) => Held::No(format!("cannot install the filter: {error}")),
    }
}

fn install(is_init: bool, network: bool) -> Result<(), seccompiler::Error> {
    let unknown: Rules = UNKNOWN.iter().map(|call| (*call, Vec::new())).collect();
    seccompiler::apply_filter(&compile(unknown, libc::ENOSYS)?)?;
    if !network {
        let buffers = BUFFERS.iter().map(|option| {
            let level = condition(1, SeccompCmpOp::Eq, u64::from(libc::SOL_SOCKET.unsigned_abs()))?;
            let option = condition(2, SeccompCmpOp::Eq, u64::from(option.unsigned_abs()))?;
            Ok(SeccompRule::new(vec![level, option])?)
        });
        let buffers = buffers.collect::<Result<_, seccompiler::Error>>()?;
        seccompiler::apply_filter(&compile([(libc::SYS_setsockopt, buffers)].into(), 0)?)?;
    }
    let mut rules: Rules = FORBIDDEN.iter().map(|call| (*call, Vec::new())).collect();
    let unix = u64::try_from(libc::AF_UNIX).unwrap_or_default();
    let mut sockets = vec![when(0, SeccompCmpOp::Ne, unix)?];
    if !is_init && !network {
        // Where the sockets of services are in sight, nobody is called; pairs of sockets need no call. One for
        // datagrams could name its receiver in memory.
        rules.insert(libc::SYS_connect, Vec::new());
        let datagrams = u64::from(libc::SOCK_DGRAM.unsigned_abs());
        sockets.push(when(1, SeccompCmpOp::MaskedEq(SOCKET_TYPE), datagrams)?);
    }
    if !network {
        rules.insert(libc::SYS_socket, sockets);
    }
    let flags = NAMESPACES.iter().map(|flag| u64::from(flag.unsigned_abs()));
    let clone = flags.map(|flag| when(0, SeccompCmpOp::MaskedEq(flag), flag)).collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_clone, clone);
    // The helper is confined with the bots and must not be at their mercy.
    let own = std::process::id();
    for call in OF_A_PROCESS {
        rules.insert(call, vec![when(0, SeccompCmpOp::Eq, own.into())?]);
    }
    for (call, user) in OF_A_USER {
        let it = when(1, SeccompCmpOp::Eq, own.into())?;
        rules.insert(call, vec![it, when(0, SeccompCmpOp::Eq, user)?]);
    }
    if !is_init {
        // Process 1 cannot be signalled by those below it; any other can.
        for call in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_rt_sigqueueinfo] {
            // Itself, its process group, and everybody: -1.
            let targets = [own, own.wrapping_neg(), u32::MAX];
            let rule = targets.map(|target| when(0, SeccompCmpOp::Eq, target.into()));
            let rule = rule.into_iter().collect::<Result<_, _>>()?;
            rules.insert(call, rule);
        }
        rules.insert(libc::SYS_tgkill, vec![when(0, SeccompCmpOp::Eq, own.into())?]);
        rules.insert(libc::SYS_rt_tgsigqueueinfo, vec![when(0, SeccompCmpOp::Eq, own.into())?]);
        // Nobody joins its process group, to be signalled together with it, or has files signal it.
        rules.insert(libc::SYS_setpgid, vec![when(1, SeccompCmpOp::Eq, own.into())?]);
        for (call, commands) in OWNERS {
            let rule = commands.map(|command| when(1, SeccompCmpOp::Eq, command));
            rules.insert(call, rule.into_iter().collect::<Result<_, _>>()?);
        }
    }
    seccompiler::apply_filter(&compile(rules, libc::EPERM)?)
}

fn when(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::Error> {
    Ok(SeccompRule::new(vec![condition(argument, operator, value)?])?)
}

fn condition(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::Error> {
    Ok(SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?)
}

fn compile(rules: Rules, errno: i32) -> Result<BpfProgram, seccompiler::Error> {
    let refuse = SeccompAction::Errno(errno.unsigned_abs());
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    Ok(BpfProgram::try_from(SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?)?)
}
