//! Mail, where the operator gave a server for it.

use std::time::Duration;

use bagarre_rules::contract::Lang;
use bagarre_rules::text::fill;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::transport::smtp::{Error, PoolConfig};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::time::timeout;

use super::Sent;
use super::words::ReminderContent;
use crate::config::MailConfig;
use crate::words::reminder;

/// How long a mail may take to be handed over.
const MAIL_TIMEOUT: Duration = Duration::from_secs(10);

/// Hands mail to the operator's server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Why there is no mail: what the operator gave cannot be read. Says nothing of what it was.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error(
        "BAGARRE_SMTP_URL cannot be read: give it as smtps://name:password@mail.example:465, percent-encoded"
    )]
    Server,
    #[error("BAGARRE_MAIL_FROM cannot be read: give it as Bagarre <bagarre@mail.example>")]
    Sender,
}

impl Mailer {
    /// By what the operator gave.
    pub(crate) fn new(config: &MailConfig) -> Result<Self, Unreadable> {
        let transport =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.url).map_err(|_| Unreadable::Server)?;
        // Nothing keeps a connection open between two evenings.
        let pool = PoolConfig::new().max_size(4).idle_timeout(Duration::from_secs(30));
        let transport = transport.timeout(Some(MAIL_TIMEOUT)).pool_config(pool).build();
        Ok(Self { transport, from: config.from.parse().map_err(|_| Unreadable::Sender)? })
    }

    /// `id`: what stands before the `@` of the Message-ID, so that a mail that is sent twice is known for one (RFC 5322, 3.6.4); chosen by
    /// chance without.
    async fn send(&self, to: Address, subject: &str, body: String, id: Option<&str>) -> Sent {
        let message = Message::builder()
            .message_id(id.map(|id| format!("<{id}@{}>", self.from.email.domain())))
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(body);
        let Ok(message) = message else { return Sent::Never };
        match timeout(MAIL_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Sent::Done,
            Ok(Err(why)) if Error::is_permanent(&why) => Sent::Never,
            Ok(Err(_)) | Err(_) => Sent::Again,
        }
    }

    /// Reminds a player of a turn. `id` is the same each time that the same move is told.
    pub(super) async fn remind(
        &self,
        to: &str,
        content: &ReminderContent,
        (page, id): (&str, &str),
        lang: Lang,
    ) -> Sent {
        let Ok(to) = to.parse() else { return Sent::Never };
        let words = content.say(lang);
        let foot = reminder::FOOT.in_lang(lang);
        let link = content.link().unwrap_or(page);
        let body = format!("{}\n\n{link}\n\n-- \n{foot}, {page}\n", words.body);
        self.send(to, &words.title, body, Some(id)).await
    }

    /// Sends the code that shows that mail to an address is read.
    pub(super) async fn confirm(&self, to: Address, code: &str, page: &str, lang: Lang) -> Sent {
        let body = fill(reminder::CODE.in_lang(lang), lang, &[("page", page.into()), ("code", code.into())]);
        self.send(to, reminder::CODE_SUBJECT.in_lang(lang), body, None).await
    }
}
