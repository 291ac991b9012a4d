import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { declareCheckFlags } from '../../cli/check-flags.ts';
import { optionRows, setOptions, spelling, wordDefault } from '../../cli/check-options.ts';
import { SIZE_LIMITS } from '../../client/size-limits.ts';
import { CHECK_OPTIONS, type CheckOptionName, OPTION_DEFAULTS, OPTION_GROUPS } from '../../fixtures/check-options.ts';
import { configOf } from '../../judge/config.ts';
import { expectMarked } from '../docs-table.ts';
import { markdownTable } from '../markdown-table.ts';

const NAMES = Object.keys(CHECK_OPTIONS) as CheckOptionName[]; // its own keys
const command = declareCheckFlags(new Command('check'));

test('check --help has every option, with its default', () => {
  const help = command.helpInformation().replaceAll(/\s+/gu, ' ');
  for (const name of NAMES) {
    expect(help).toContain(spelling(name));
    const otherwise = wordDefault(name);
    if (otherwise !== undefined) expect(help).toContain(`(${otherwise})`);
  }
});

test('each option is known to commander by its key in the table', () => {
  const keys = command.options.map((option) =>
    option.negate
      ? `no${option.attributeName().replace(/^./u, (letter) => letter.toUpperCase())}`
      : option.attributeName(),
  );
  expect(keys).toEqual(NAMES);
});

test('docs/options.md has them all (vitest -u writes it)', async () => {
  const groups = Object.keys(OPTION_GROUPS) as (keyof typeof OPTION_GROUPS)[]; // its own keys
  const heads = ['option', 'what it does', 'left out', 'in `judge`'];
  await expectMarked('options.md', new Map(groups.map((group) => [group, markdownTable(heads, optionRows(group))])));
});

test('what is given becomes an option of the judge, and what is not given is absent', () => {
  expect(setOptions({ timeout: 5, maxBody: 7, ca: 'ca.pem', insecure: true, header: { a: 'b' }, quiet: true })).toEqual(
    {
      timeoutMs: 5,
      sizes: { body: 7 },
      tls: { ca: 'ca.pem', insecure: true },
      headers: { a: 'b' },
    },
  );
});

describe('the defaults', () => {
  test('are those of the judge', () => {
    const { seed, sizes, ...config } = configOf({});
    expect(Number.isInteger(seed)).toBe(true);
    expect(sizes).toEqual(SIZE_LIMITS);
    for (const [member, value] of Object.entries(config)) expect(OPTION_DEFAULTS).toHaveProperty([member], value);
    expect(configOf({ settleMs: 4, sizes: { head: 1 } })).toMatchObject({
      settleMs: 4,
      sizes: { ...SIZE_LIMITS, head: 1 },
    });
  });

  test('stand in the docstrings of the options', async () => {
    const texts = await Promise.all(
      ['judge/options.ts', 'core/run/run-settings.ts'].map((file) =>
        readFile(new URL(`../../${file}`, import.meta.url), 'utf8'),
      ),
    );
    const docs = new Map(
      [...texts.join('').matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+readonly (\w+)\??:/gu)].map(
        ([, text = '', name = '']) => [name, text],
      ),
    );
    for (const [member, value] of Object.entries(OPTION_DEFAULTS)) {
      if (member.startsWith('sizes.')) continue;
      const shown = value === 0 ? /\b(?:0|none) by default/u : new RegExp(`${wordNumber(value)}\`? by default`, 'u');
      expect(docs.get(member), member).toMatch(shown);
    }
  });
});

// 10 000, as docstrings write it.
function wordNumber(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/gu, ' ');
}
