import { describe, expect, it } from 'vitest';
import type { Blind, Export, ExportEntry } from '../protocol';
import { check, gamesIn } from './check';
import { genesisHead, headOf } from './digest';
import text from './testdata/blind.json?raw';

// The server writes the file: see `server/program/tests/cli/blind.rs`.
const honest = gamesIn(text)[0] as Export;

type Step = Blind['step'];
const at = (file: Export, step: Step, n = 0): ExportEntry & { blind: Blind } =>
  file.entries.filter((entry) => entry.blind?.step === step)[n] as ExportEntry & { blind: Blind };

/** Returns a changed file with a new chain and no signature, as a forger would write it: only the seals reveal the change. */
function forged(bend: (file: Export) => void): Export {
  const { key: _, signature: __, ...file } = structuredClone(honest);
  bend(file);
  const { game, ruleset, version, scenario, nameplates, setup, started, commitment, draw, blind } = file;
  const players = (nameplates ?? []).map(({ digest }) => digest);
  const settled = { game, ruleset, version, scenario: scenario ?? '', players, setup, started: started ?? 0, commitment, draw: draw ?? [] };
  let head = genesisHead(blind ? { ...settled, blind } : settled);
  for (const entry of file.entries) {
    const { n, at: when, command, events, seal, link } = entry;
    if (!link) continue;
    const covered = { command, events, rolls: link.rolls, drawn: link.drawn, seal: seal?.digest ?? null };
    const outcome = n === file.entries.at(-1)?.n ? file.outcome : null;
    const hidden = entry.blind ? { ...covered, blind: entry.blind } : covered;
    head = link.head = headOf(head, { n, at: when, author: link.author, outcome }, hidden, link.salt) ?? '';
  }
  return file;
}

describe('the check of a game with blind seals', () => {
  it('accepts an honest game, and counts the opened seals', () => {
    const seals = Object.fromEntries(honest.entries.flatMap(({ n, blind }) => (blind?.step === 'sealed' ? [[n, blind.digest]] : [])));
    const report = check(honest, { key: honest.key ?? null, seals });
    expect(report).toMatchObject({ ok: true, chain: 'holds', signature: 'holds', faults: [] });
    const opened = honest.entries.filter(({ blind }) => blind?.step === 'opened' || blind?.step === 'refused').length;
    const clock = honest.entries.filter(({ seal }) => seal !== null).length;
    expect(report.seals).toBe(opened + clock);
    expect(opened).toBeGreaterThan(8);
    expect(
      check(
        forged(() => undefined),
        { unsigned: true },
      ).ok,
      'forging nothing changes nothing',
    ).toBe(true);
  });

  it('finds what was not sealed, although the chain is recomputed', () => {
    const bends: [string, (file: Export) => number][] = [
      ['another sheet', (file) => Object.assign(at(file, 'opened'), { command: { do: 'programme', turn: 1, sheets: [] } }).n],
      ['another salt', (file) => Object.assign(at(file, 'opened').blind, { salt: 'ab'.repeat(32) }) && at(file, 'opened').n],
      ['no salt', (file) => (delete (at(file, 'opened').blind as { salt?: string }).salt, at(file, 'opened').n)],
      [
        'another digest',
        (file) => {
          const { seal } = at(file, 'opened').blind as Extract<Blind, { step: 'opened' }>;
          Object.assign(file.entries[seal]?.blind ?? {}, { digest: 'ab'.repeat(32) });
          return at(file, 'opened').n;
        },
      ],
      ['a digest of nothing', (file) => Object.assign(at(file, 'sealed').blind, { digest: 'soup' }) && at(file, 'sealed').n],
      ['another seal', (file) => Object.assign(at(file, 'opened').blind, { seal: 1 }) && at(file, 'opened').n],
      [
        'the seal of the other seat',
        (file) => Object.assign(at(file, 'opened').blind, { seal: (at(file, 'opened', 1).blind as { seal: number }).seal }) && at(file, 'opened').n,
      ],
      ['another question', (file) => Object.assign(at(file, 'sealed', 2).blind, { question: 0 }) && at(file, 'sealed', 2).n],
      ['a refused sheet that is another', (file) => Object.assign(at(file, 'refused').blind, { sheet: {} }) && at(file, 'refused').n],
      ['a refused sheet that is not there', (file) => (delete (at(file, 'refused').blind as { sheet?: unknown }).sheet, at(file, 'refused').n)],
      ['a seal with which something happens', (file) => Object.assign(at(file, 'sealed'), { events: [1] }).n],
      ['a withdrawal of another seal', (file) => Object.assign(at(file, 'withdrawn').blind, { seal: 0 }) && at(file, 'withdrawn').n],
      ['not opened, by the player', (file) => Object.assign(at(file, 'unopened'), { by: { seat: 0 } }).n],
      ['one field more', (file) => Object.assign(at(file, 'unopened').blind, { more: 1 }) && at(file, 'unopened').n],
      ['a game in which nothing is sealed blindly', (file) => (delete (file as { blind?: boolean }).blind, at(file, 'sealed').n)],
    ];
    for (const [what, bend] of bends) {
      let entry = -1;
      const file = forged((copy) => (entry = bend(copy)));
      expect(check(file), what).toMatchObject({ ok: false, firstWrong: entry });
    }
  });

  it('finds a digest that differs from the one this browser has received', () => {
    const { n } = at(honest, 'sealed');
    expect(check(honest, { unsigned: true, seals: { [n]: 'ab'.repeat(32) } })).toMatchObject({ firstWrong: n, faults: [{ fault: 'seal_kept', entry: n }] });
  });
});
