//! The `bagarre` command.

fn main() {}
