//! Picture bombs: files of a few kilobytes that would take hundreds of megabytes decoded. What one costs is judged by its header, few
//! are decoded at once, and nobody uploads more than twenty an hour.

use futures::future::join_all;
use jiff::SignedDuration;
use kit::{Answer, Engine, Person, TestApp};
use png::{BitDepth, ColorType, Compression, Encoder};
use std::{io::Write as _, time::Duration};
use tokio::time::sleep;

/// A real PNG of nothing, of any size.
fn blank(width: u32, height: u32, colour: ColorType, depth: BitDepth) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Balanced);
    let line = vec![0; (width as usize * colour.samples() * depth as usize).div_ceil(8)];
    let mut writer = encoder.write_header().expect("a header");
    let mut pixels = writer.stream_writer().expect("pixels");
    for _ in 0..height {
        pixels.write_all(&line).expect("a line");
    }
    pixels.finish().expect("the end");
    writer.finish().expect("the end");
    file
}

fn small() -> Vec<u8> {
    blank(8, 8, ColorType::Rgb, BitDepth::Eight)
}

async fn uploads(person: &Person, file: Vec<u8>) -> Answer {
    person.uploads("/me/avatar", "image/png", file).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_pictures_at_once_take_turns_and_bombs_are_refused() {
    let app = TestApp::start(Engine::Embedded).await;
    let large = blank(4_000, 3_990, ColorType::Rgba, BitDepth::Eight);
    let names: Vec<_> = (0..6).map(|number| format!("Painter{number}")).collect();
    let people = join_all(names.iter().map(|name| app.registers(name))).await;
    for answer in join_all(people.iter().map(|person| uploads(person, large.clone()))).await {
        answer.expect(200);
    }
    for bomb in [
        blank(4_898, 4_898, ColorType::Rgba, BitDepth::Eight),
        blank(7_900, 7_900, ColorType::Grayscale, BitDepth::One),
        blank(3_900, 2_100, ColorType::Rgba, BitDepth::Sixteen),
    ] {
        assert!(bomb.len() < 1_000_000, "a bomb is small: {} bytes", bomb.len());
        let refused = uploads(&people[0], bomb).await.expect(422);
        assert_eq!(refused.text_at("/errors/0/field"), "avatar");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_wait_for_a_turn_and_the_eleventh_comes_back_later() {
    let app = TestApp::start(Engine::Embedded).await;
    let names: Vec<_> = (0..11).map(|number| format!("Painter{number}")).collect();
    let people = join_all(names.iter().map(|name| app.registers(name))).await;
    let pictures = app.server.services.outbound.pictures.clone();
    let others = pictures.every_turn().await.expect("nothing is being decoded");
    let (last, first) = people.split_last().expect("eleven people");
    let waiting = join_all(first.iter().map(|person| uploads(person, small())));
    let eleventh = async {
        while pictures.waiting() < 10 {
            sleep(Duration::from_millis(5)).await;
        }
        let refused = uploads(last, small()).await.expect(503);
        assert!(!refused.header("retry-after").is_empty());
        drop(others);
    };
    let (answers, ()) = tokio::join!(waiting, eleventh);
    for answer in answers {
        answer.expect(200);
    }
    uploads(last, small()).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_uploads_twenty_pictures_an_hour() {
    let app = TestApp::start(Engine::Embedded).await;
    let (eager, other) = (app.registers("Eager").await, app.registers("Other").await);
    for _ in 0..20 {
        uploads(&eager, small()).await.expect(200);
    }
    let refused = uploads(&eager, small()).await.expect(429);
    assert!(!refused.header("retry-after").is_empty());
    uploads(&other, small()).await.expect(200);
    app.clock.advance(SignedDuration::from_hours(1));
    uploads(&eager, small()).await.expect(200);
}
