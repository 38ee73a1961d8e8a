//! A panic ends the wasm in the middle of whatever it did: nothing unwinds, and a promise under way would wait without
//! end. So every entry notes the object that it works for, and a panic lets the page know whose promises to reject.

use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;
use std::pin::Pin;
use std::task::{Context, Poll};

use js_sys::Function;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The object at work; 0 for none. Stays set where an exception broke through.
    static AT_WORK: Cell<u32> = const { Cell::new(0) };
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Runs `act` for the object that the page knows as `whose`.
pub fn on_behalf<T>(whose: u32, act: impl FnOnce() -> T) -> T {
    let before = AT_WORK.replace(whose);
    let result = act();
    AT_WORK.set(before);
    result
}

/// The same for a future, each time that it is polled.
pub struct OnBehalf<F> {
    whose: u32,
    work: Pin<Box<F>>,
}

impl<F: Future> OnBehalf<F> {
    pub fn new(whose: u32, work: F) -> Self {
        Self { whose, work: Box::pin(work) }
    }
}

impl<F: Future> Future for OnBehalf<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let whose = self.whose;
        on_behalf(whose, || self.work.as_mut().poll(context))
    }
}

/// For the panic hook: after the message on the console, the page hears of it.
pub fn report(info: &PanicHookInfo) {
    console_error_panic_hook::hook(info);
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        let _ = listener.call2(&JsValue::NULL, &take_at_work().into(), &info.to_string().into());
    }
}

/// `listener(whose, message)` is called for each panic.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(listener: Function) {
    LISTENER.set(Some(listener));
}

/// The object whose work an exception broke off; 0 if none did since this was last asked.
#[wasm_bindgen(js_name = takeAtWork)]
pub fn take_at_work() -> u32 {
    AT_WORK.replace(0)
}

/// Runs what a broken task left waiting behind it.
#[wasm_bindgen]
pub async fn nudge() {}
