//! People: how they come, what they are called, how they are forgotten.

use bagarre_rules::any::Refusal;
use uuid::Uuid;

use crate::app::App;
use crate::devices;
use crate::error::AppError;
use crate::store::{Guest, Write};
use crate::text;
use crate::tokens::Token;
use crate::words::guest as words;

impl App {
    /// A new person under a nickname of 1 to 24 characters.
    pub async fn new_guest(&self, name: &str) -> Result<(Guest, Token), AppError> {
        self.new_guest_on(name, None).await
    }

    /// The same, with the kind of browser, if that is told.
    pub(crate) async fn new_guest_on(
        &self,
        name: &str,
        agent: Option<&str>,
    ) -> Result<(Guest, Token), AppError> {
        let guest = Guest { id: self.world().new_id(), name: nickname(name)?, created: self.world().now() };
        let token = Token::new(self.world())?;
        let label = agent.map(devices::label).unwrap_or_default();
        self.rooms().write(vec![Write::Guest { guest: guest.clone(), token: token.hash(), label }]).await?;
        self.browsers().insert(token.hash(), guest.id);
        Ok((guest, token))
    }

    /// Forgets a person who types the nickname again: name and browsers at once, everything else within moments.
    pub async fn forget_person(&self, guest: &Guest, typed: &str) -> Result<(), AppError> {
        // A name of before names were tidied is still that of the person.
        if text::tidy(typed) != text::tidy(&guest.name) {
            return Err(words::not_his_name().into());
        }
        self.forget_by_id(guest.id).await.map(|_| ())
    }

    /// The same at the operator's word. `false`: there is no such person.
    pub(crate) async fn forget_by_id(&self, guest: Uuid) -> Result<bool, AppError> {
        for device in self.store().devices(guest).await? {
            self.drop_device(&device.token).await?;
        }
        let known = self.store().go(guest, self.world().now()).await?;
        self.clear_away();
        Ok(known)
    }

    /// Another nickname. Rooms show it when the person enters them next.
    pub async fn rename_guest(&self, guest: &Guest, name: &str) -> Result<Guest, AppError> {
        let guest = Guest { name: nickname(name)?, ..guest.clone() };
        self.store().rename_guest(guest.id, &guest.name).await?;
        Ok(guest)
    }
}

/// 1 to 24 characters that can all be seen, blanks trimmed and joined.
fn nickname(name: &str) -> Result<String, Refusal> {
    text::name(name, 24).ok_or_else(words::name)
}
