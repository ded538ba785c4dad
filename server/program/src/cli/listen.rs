//! An address to listen on.

use std::fmt;
use std::str::FromStr;

/// Host and port, such as `127.0.0.1:8080`, `[::]:8080` or `localhost:8080`. A name is looked up when it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listen {
    text: String,
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (host, port) = text.rsplit_once(':').unwrap_or_default();
        let bracketed = host.starts_with('[') && host.ends_with(']');
        let named =
            !host.is_empty() && !host.contains(|char: char| char.is_whitespace() || "/@[]:".contains(char));
        if port.parse::<u16>().is_ok() && (bracketed || named) {
            return Ok(Self { text: text.to_owned() });
        }
        Err("give host and port, such as 127.0.0.1:8080, [::]:8080 or localhost:8080".to_owned())
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Listen {
    /// Host and port.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Host and port to call: a server that listens on every address is reached on this machine.
    pub(super) fn to_call(&self) -> String {
        let (host, port) = self.text.rsplit_once(':').unwrap_or_default();
        match host {
            "0.0.0.0" => format!("127.0.0.1:{port}"),
            "[::]" => format!("[::1]:{port}"),
            _ => self.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_host_and_port() {
        for (text, call) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("localhost:8080", "localhost:8080"),
            ("0.0.0.0:9090", "127.0.0.1:9090"),
            ("[::]:9090", "[::1]:9090"),
            ("[::1]:0", "[::1]:0"),
        ] {
            assert_eq!(text.parse::<Listen>().unwrap().to_call(), call);
        }
        for text in
            ["", "8080", ":8080", "localhost", "localhost:", "localhost:x", "::1:8080", "http://a:1", "a b:1"]
        {
            assert!(text.parse::<Listen>().is_err(), "{text}");
        }
    }
}
