//! Packing of messages: raw deflate (RFC 1951), with texts that the other side has already as its dictionary.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};

/// Each step more costs much more time and wins a hundredth.
const DEFLATE_LEVEL: u32 = 6;
/// The largest window of deflate, as a power of two.
pub(super) const MAX_WINDOW_BITS: u8 = 15;

thread_local! {
    /// A packer is large and begins anew each time: one for each thread, none for a socket.
    static PACKER: RefCell<(Compress, Vec<u8>)> =
        RefCell::new((Compress::new_with_window_bits(Compression::new(DEFLATE_LEVEL), false, MAX_WINDOW_BITS), Vec::new()));
}

/// Appends a text as it is packed after some others. `None` when it cannot be packed.
pub(super) fn deflate<'a>(
    text: &[u8],
    before: impl Iterator<Item = &'a [u8]>,
    into: &mut Vec<u8>,
) -> Option<()> {
    PACKER.with_borrow_mut(|(packer, dictionary)| {
        packer.reset();
        dictionary.clear();
        before.for_each(|text| dictionary.extend(text));
        if !dictionary.is_empty() {
            packer.set_dictionary(dictionary).ok()?;
        }
        loop {
            into.reserve(text.len() / 4 + 64);
            let taken = usize::try_from(packer.total_in()).ok()?;
            match packer.compress_vec(&text[taken..], into, FlushCompress::Finish).ok()? {
                Status::StreamEnd => return Some(()),
                Status::Ok | Status::BufError => {}
            }
        }
    })
}
