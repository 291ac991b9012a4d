import { type Command, Option } from 'commander';
import { CHECK_OPTIONS, type CheckOptionName, OPTION_GROUPS } from '../fixtures/check-options.ts';
import type { JudgeOptions } from '../judge/options.ts';
import type { NamedFile } from './files.ts';
import { CHOICES, type Kind, type KindValues, PARSERS, shownDefault } from './option-kinds.ts';
import { REPORTER_NAMES } from './outputs.ts';

type Rows = typeof CHECK_OPTIONS;

/** What commander gives of the options of the table; absent: not given. */
export type OptionValues<Name extends CheckOptionName = CheckOptionName> = {
  readonly [One in Name]?: KindValues[Rows[One]['kind']];
};

/** A row of the table, as far as all rows are alike. */
interface Row {
  readonly group: keyof typeof OPTION_GROUPS;
  readonly kind: Kind;
  readonly about: string;
  readonly value?: string;
  readonly sets?: string;
  readonly makes?: string;
  readonly file?: 'read' | 'written';
  readonly default?: string | number;
  readonly otherwise?: string;
}

const ROWS: Readonly<Record<CheckOptionName, Row>> = CHECK_OPTIONS;
const NAMES = Object.keys(CHECK_OPTIONS) as CheckOptionName[]; // its own keys

/** Declares every option, in its group. */
export function declareAll(command: Command): Command {
  let group: string | undefined;
  for (const name of NAMES) {
    const title = `${OPTION_GROUPS[ROWS[name].group]}:`;
    if (title !== group) command.optionsGroup(title);
    group = title;
    command.addOption(declared(name));
  }
  return command;
}

/** Declares some of them, for a command that has them too. */
export function declareSome(command: Command, names: readonly CheckOptionName[]): Command {
  for (const name of names) command.addOption(declared(name));
  return command;
}

/** The options that say where a run is told, and how much of it. */
export const TOLD: readonly CheckOptionName[] = ['reporter', 'out', 'quiet', 'verbose', 'noColor'];

/** How an option is written, with what follows it. */
export function spelling(name: CheckOptionName): string {
  const { value } = ROWS[name];
  return value === undefined ? dashed(name) : `${dashed(name)} ${value}`;
}

/** The files that options name, those that are read or those that are written. */
export function filesNamed(
  values: { readonly [Name in CheckOptionName]?: unknown },
  file: 'read' | 'written',
): readonly NamedFile[] {
  return NAMES.flatMap((name) => {
    const path = values[name];
    return ROWS[name].file === file && typeof path === 'string' ? [{ as: dashed(name), path }] : [];
  });
}

function dashed(name: CheckOptionName): string {
  return `--${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What holds where an option is not given, in words; undefined: nothing is to be said. */
export function wordDefault(name: CheckOptionName): string | undefined {
  const { kind, default: value, otherwise } = ROWS[name];
  return value === undefined ? otherwise : shownDefault(kind, value);
}

function declared(name: CheckOptionName): Option {
  const { kind, about } = ROWS[name];
  const otherwise = wordDefault(name);
  const names = name === 'reporter' ? `; one of ${REPORTER_NAMES}` : '';
  const option = new Option(spelling(name), `${about}${names}${otherwise === undefined ? '' : ` (${otherwise})`}`);
  const choices = CHOICES[kind];
  if (choices !== undefined) option.choices(choices.map(String));
  const parser = PARSERS[kind] as ((text: string, soFar?: unknown) => unknown) | undefined; // commander gives back what it gave
  if (parser !== undefined) option.argParser(parser);
  return option;
}

/** The members of `JudgeOptions` that options set as they are; `tls.ca` is one of a member. */
export type SetOptions = {
  readonly [Name in CheckOptionName as Rows[Name] extends { sets: infer Member extends string }
    ? Member extends `${string}.${string}`
      ? never
      : Member
    : never]?: KindValues[Rows[Name]['kind']];
} & { readonly tls?: Inner<'tls'>; readonly sizes?: Inner<'sizes'> };

type Inner<Member extends string> = {
  readonly [Name in CheckOptionName as Rows[Name] extends { sets: `${Member}.${infer Part}` }
    ? Part
    : never]?: KindValues[Rows[Name]['kind']];
};

/** What was given of these, as options of the judge; what was not given is absent. The compiler holds the table against `JudgeOptions` here. */
export function setOptions(values: OptionValues, names: readonly CheckOptionName[] = NAMES): SetOptions & JudgeOptions {
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const { sets } = ROWS[name];
    if (sets === undefined || values[name] === undefined) continue;
    const [member = '', part] = sets.split('.');
    made[member] =
      part === undefined ? values[name] : { ...(made[member] as object | undefined), [part]: values[name] }; // it was made here
  }
  const typed: SetOptions = made as SetOptions; // member by member, as the type does it
  return typed;
}

/** The rows for docs/options.md, by group. */
export function optionRows(group: keyof typeof OPTION_GROUPS): readonly (readonly string[])[] {
  return NAMES.filter((name) => ROWS[name].group === group).map((name) => {
    const { about, sets, makes } = ROWS[name];
    const member = sets ?? makes;
    return [`\`${spelling(name)}\``, about, wordDefault(name) ?? '', member === undefined ? '' : `\`${member}\``];
  });
}
