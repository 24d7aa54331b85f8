//! A process that can go on to another session.

use crate::recorder::Conversation;

/// A process that waits for another session. Dropping it kills it.
#[derive(Debug)]
pub struct IdleProcess {
    /// None once another session has it.
    conversation: Option<Conversation>,
}

impl IdleProcess {
    pub(super) const fn new(conversation: Conversation) -> Self {
        Self { conversation: Some(conversation) }
    }

    pub(super) fn into_conversation(mut self) -> Option<Conversation> {
        self.conversation.take()
    }
}

impl Drop for IdleProcess {
    /// A place that is left properly can be used again at once; to confine another one takes far longer.
    fn drop(&mut self) {
        // If it fails the place is given up.
        let _ = self.conversation.take().map(Conversation::kill);
    }
}
