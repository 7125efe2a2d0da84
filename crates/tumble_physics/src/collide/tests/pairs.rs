//! Known contacts.
