//! What the bots do that break a rule, one file a subject.

pub(super) mod args;
pub(super) mod check_win;
pub(super) mod end;
pub(super) mod init_board;
pub(super) mod input;
pub(super) mod make_move;
pub(super) mod output;
pub(super) mod set;
pub(super) mod show_board;
pub(super) mod silent;
pub(super) mod swap;
pub(super) mod time;
