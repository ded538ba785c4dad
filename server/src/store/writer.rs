//! The one task that writes for all rooms: it takes whatever jobs have gathered and commits them with one flush, so that
//! durability costs the same for many rooms as for one.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Job, Store, WriteError};

/// Jobs that may wait; whoever brings more waits at the door.
const QUEUE: usize = 1024;
/// Jobs in one commit.
const GROUP: usize = 128;

type Waiting = (Job, oneshot::Sender<Result<(), WriteError>>);

/// The way to the writer. Cheap to clone.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Waiting>,
}

impl Writer {
    /// Starts the task. It ends when the last `Writer` is gone and everything is written.
    pub fn start(store: Arc<dyn Store>) -> (Self, JoinHandle<()>) {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        (Self { jobs }, tokio::spawn(run(store, inbox)))
    }

    /// Writes a job; returns when it is durable, or was refused as a whole.
    pub async fn write(&self, job: Job) -> Result<(), WriteError> {
        let (reply, answer) = oneshot::channel();
        let gone = || WriteError::Failed("the writer has stopped".to_owned());
        self.jobs.send((job, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

async fn run(store: Arc<dyn Store>, mut inbox: mpsc::Receiver<Waiting>) {
    let mut gathered = Vec::with_capacity(GROUP);
    while inbox.recv_many(&mut gathered, GROUP).await > 0 {
        let (jobs, replies): (Vec<Job>, Vec<_>) = gathered.drain(..).unzip();
        metrics::histogram!("bagarre_commit_jobs").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
        let results = match store.commit(&jobs).await {
            Ok(results) => results,
            Err(why) => {
                tracing::error!(%why, jobs = jobs.len(), "a group of writes failed");
                vec![Err(WriteError::Failed("the database is away".to_owned())); jobs.len()]
            }
        };
        for (reply, result) in replies.into_iter().zip(results) {
            // Whoever asked may be gone; what is written stays written.
            let _ = reply.send(result);
        }
    }
}
