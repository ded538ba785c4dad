//! Packing of messages: raw deflate (RFC 1951), with texts that the other side has already as its dictionary.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};

/// Each step more costs much more time and wins a hundredth.
const LEVEL: u32 = 6;
/// The largest window of deflate, as a power of two.
const WINDOW: u8 = 15;

thread_local! {
    /// A packer is large and begins anew each time: one for each thread, none for a socket.
    static PACKER: RefCell<(Compress, Vec<u8>)> =
        RefCell::new((Compress::new_with_window_bits(Compression::new(LEVEL), false, WINDOW), Vec::new()));
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

#[cfg(test)]
pub(super) mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    /// The text of what was packed after `before`.
    pub(in super::super) fn inflate(packed: &[u8], before: &[u8]) -> Vec<u8> {
        let mut unpacker = Decompress::new_with_window_bits(false, WINDOW);
        if !before.is_empty() {
            unpacker.set_dictionary(before).unwrap();
        }
        let mut text = Vec::with_capacity(1 << 20);
        let done = unpacker.decompress_vec(packed, &mut text, FlushDecompress::Finish).unwrap();
        assert_eq!(done, Status::StreamEnd);
        text
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let noise: Vec<u8> = (0..50_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for (text, before) in [
            (b"a".repeat(1000), Vec::new()),
            (noise.clone(), Vec::new()),
            (noise.clone(), noise.clone()),
            (b"the same again".to_vec(), b"the same again".to_vec()),
            (Vec::new(), b"x".to_vec()),
        ] {
            let mut packed = Vec::new();
            deflate(&text, [&*before].into_iter(), &mut packed).unwrap();
            assert!(inflate(&packed, &before) == text);
        }
    }
}
