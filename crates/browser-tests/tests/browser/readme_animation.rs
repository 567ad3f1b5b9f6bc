//! README's animation: a turn on a phone, by its hints, written to `target/screens/turn.png`.

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};

use crate::driver::screens;
use crate::play::look;
use crate::positions::{Play, can_lay_down, open_decision_at};

/// Decodes a picture without transparency: the pixels, three bytes each, and its size.
fn pixels(picture: &[u8]) -> (Vec<u8>, (u32, u32)) {
    let mut decoder = Decoder::new(std::io::Cursor::new(picture));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("a frame");
    bytes.truncate(frame.buffer_size());
    if frame.color_type == ColorType::Rgba {
        bytes = bytes.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    }
    (bytes, (frame.width, frame.height))
}

/// Encodes the frames, each shown for this many tenths of a second, as an endless loop.
fn encode_animation(frames: &[(Vec<u8>, u16)]) -> Vec<u8> {
    let all: Vec<_> = frames.iter().map(|(picture, tenths)| (pixels(picture), *tenths)).collect();
    let (width, height) = all[0].0.1;
    let mut film = Vec::new();
    let mut encoder = Encoder::new(&mut film, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_animated(all.len() as u32, 0).expect("frames");
    let mut writer = encoder.write_header().expect("a head");
    for ((pixels, size), tenths) in &all {
        assert_eq!(*size, (width, height), "all are of one size");
        writer.set_frame_delay(*tenths, 10).expect("a delay");
        writer.write_image_data(pixels).expect("a frame");
    }
    writer.finish().expect("an end");
    film
}

#[test]
fn a_turn_with_hints_is_animated() {
    let (_, browser) = open_decision_at(320, 568, Play::of("contract-rummy"), |v| {
        v.table.melds().len() > 1 && can_lay_down(v)
    });
    browser.wait_to_see(".prompt.mine .btn");
    let still = "return !document.querySelector('.ghost') && document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)";
    let mut frames = Vec::new();
    let mut take = |tenths| {
        browser.wait(still);
        frames.push((browser.screenshot(), tenths));
    };
    take(15);
    // The hint, its action, the result: lay-down, discard, an offer.
    for _ in 0..3 {
        if !look(&browser).mine {
            break;
        }
        browser.wait_to_see(".hint-button");
        browser.click(".hint-button");
        browser.wait_to_see(".sheet .hints .btn.go");
        take(25);
        browser.click(".sheet .hints .btn.go");
        browser.wait_until_gone(".sheet .hints");
        take(15);
        if browser.count(".slotbox") > 0 {
            browser.click(".prompt .btn.go");
            browser.wait_until_gone(".slotbox");
            take(15);
        }
    }
    assert!(frames.len() >= 6, "{} frames", frames.len());
    let film = encode_animation(&frames);
    assert!(film.len() < 1_500_000, "{} bytes", film.len());
    std::fs::write(screens().join("turn.png"), film).expect("the picture is kept");
}
