//! Which parameters were given by name: a given value holds against a scene's recommendation, even where it is the
//! default.

use std::collections::BTreeSet;

/// Names of parameters. They say that a value was given and not what it is, so that any two are equal.
#[derive(Clone, Debug, Default)]
pub struct Named(BTreeSet<&'static str>);

impl PartialEq for Named {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Named {
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    pub(crate) fn add(&mut self, name: &'static str) {
        self.0.insert(name);
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// These and those.
    pub(crate) fn and(mut self, others: Named) -> Named {
        self.0.extend(others.0);
        self
    }
}
