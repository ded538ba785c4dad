#!/usr/bin/env node
// Runs the test programs that `cargo test --no-run --message-format=json-render-diagnostics` names on standard input, up to three
// side by side, as cargo alone would run them one after the other: each in the folder of its crate. What one prints is shown in one piece.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, delimiter } from 'node:path';

const TOGETHER = Math.min(3, availableParallelism());

const messages = readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line));
const programs = messages
  .filter(({ reason, profile, executable }) => reason === 'compiler-artifact' && profile.test && executable)
  .map(({ executable, manifest_path, target }) => ({ executable, folder: dirname(manifest_path), source: target.src_path }))
  // What is large mostly takes long: begun first, it does not go on alone at the end.
  .sort((one, other) => statSync(other.executable).size - statSync(one.executable).size);
if (programs.length === 0) throw new Error('no test program was named');

// Tests of a procedural macro are linked against the library of the compiler.
const library = execFileSync('rustc', ['--print', 'target-libdir'], { encoding: 'utf8' }).trim();
const path = [library, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);

function run({ executable, folder, source }) {
  return new Promise((done) => {
    const since = Date.now();
    const env = { ...process.env, CARGO_MANIFEST_DIR: folder, LD_LIBRARY_PATH: path };
    const child = spawn(executable, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    child.stdout.on('data', (piece) => said.push(piece));
    child.stderr.on('data', (piece) => said.push(piece));
    child.on('error', (fault) => said.push(Buffer.from(`${fault}\n`)));
    child.on('close', (code, signal) => {
      process.stdout.write(`\n     Running ${source}\n${Buffer.concat(said)}`);
      console.log(`${source}: ${signal ?? code}, ${Math.round((Date.now() - since) / 1000)} s`);
      done(code === 0);
    });
  });
}

let right = true;
async function worker() {
  for (let next = programs.shift(); next; next = programs.shift()) right = (await run(next)) && right;
}
await Promise.all(Array.from({ length: TOGETHER }, worker));
process.exitCode = right ? 0 : 1;
