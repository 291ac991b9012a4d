import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { createClient } from '../client/client.ts';
import { whatWasTried } from '../core/cleanup/deletion.ts';
import { messageOf } from '../core/message-of.ts';
import { shownAddress } from '../core/redaction/shown-address.ts';
import { visible } from '../core/redaction/visible.ts';
import { CI_NAMES, type CiName, type Workflow, workflowFor } from '../init/ci.ts';
import { type Initialised, type InitOptions, initialise, needsConsent } from '../init/init.ts';
import { printJson, printTypeScript } from '../init/print.ts';
import { UsageProblem } from '../judge/options.ts';
import { tlsOf } from '../judge/tls.ts';
import { VERSION } from '../judge/version.ts';
import { TARGET_FILES } from '../target-file/load.ts';
import { type AskingFlags, askingOptions, declareAsking } from './asking-flags.ts';
import { onInterrupt } from './interrupt.ts';
import { ledgerLines, ledgerPath } from './ledger-path.ts';
import { prepareOutputs, writeWhole } from './outputs.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';
import { collect } from './values.ts';

interface InitFlags extends AskingFlags {
  readonly openapi?: string;
  readonly collection?: readonly string[];
  readonly apiVersion?: string;
  readonly json?: boolean;
  readonly ci?: CiName;
  readonly allowWrites?: boolean;
}

/** `assayer init [url]`: look at a target, and write the target file that says everything about it. */
export function addInit(program: Command, done: (status: number) => void): void {
  const command = program
    .command('init')
    .argument('[url]', 'the base address; the server of the OpenAPI document otherwise')
    .option('--openapi <file|url>', 'an OpenAPI 3 document, JSON or YAML: paths, samples and schemas are taken from it')
    .option('--collection <address>', 'a collection of another API, such as /posts; may be repeated', collect)
    .option('--api-version <segment>', 'what stands for {version} in addresses')
    .option('--json', 'write assayer.config.json in place of assayer.config.ts')
    .addOption(new Option('--ci <where>', 'write a workflow beside it').choices(CI_NAMES))
    .option('--allow-writes', 'create, change and delete records of its own; otherwise nothing but GET is sent');
  declareAsking(command)
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (url: string | undefined, flags: InitFlags) => {
      done(await init(url, flags));
    });
}

const EXAMPLES = `Examples:
  assayer init http://localhost:3000                        by GET alone
  assayer init http://localhost:3000 --allow-writes         by records of its own as well, which are deleted again
  assayer init --openapi openapi.yaml --ci github           from an OpenAPI document, with a workflow
  assayer init http://localhost:3000 --collection /posts    another API than that of the document

What is secret, such as the values of --cookie and --header, is not written down.

Exit status: 0 when the file was written; 2 when it was not: a target file is there already, or nothing was found.`;

async function init(url: string | undefined, flags: InitFlags): Promise<number> {
  if (url === undefined && flags.openapi === undefined) {
    throw new UsageProblem('init: give the address of the target, or its OpenAPI document with --openapi');
  }
  const name = flags.json === true ? 'assayer.config.json' : 'assayer.config.ts';
  await refuseExisting(TARGET_FILES, 'a target file is here already');
  const planned = flags.ci === undefined ? [] : [workflow(flags.ci, name, false, []).path];
  await refuseExisting(planned, 'a workflow is here already');
  await prepareOutputs([name, ...planned].map((path) => ({ path })));
  const tell = (line: string): void => say(visible(line));
  const ledger = flags.allowWrites === true ? await ledgerPath(undefined) : undefined;
  using interrupt = onInterrupt(tell, () => ledgerLines(ledger));
  const options = await optionsOf(url, flags);
  const found = await initialise({
    ...options,
    signal: interrupt.signal,
    cleanUpSignal: interrupt.cleanUpSignal,
    onNotice: tell,
    ...(ledger === undefined ? {} : { ledger }),
  });
  for (const harm of found.harm) tell(`records of others: ${harm}`);
  for (const { address, tried, answered } of found.leftBehind)
    tell(`left behind: ${address}  ${whatWasTried({ tried, answered })}`);
  ledgerLines(ledger).forEach(tell);
  if (interrupt.signal.aborted) return STATUS.interrupted;
  await writeWhole(name, flags.json === true ? printJson(found) : printTypeScript(found));
  const needsFlag = flags.allowWrites === true && needsConsent(found.file.baseUrl ?? '');
  const ci = flags.ci === undefined ? undefined : workflow(flags.ci, name, needsFlag, [...found.secrets.values()]);
  if (ci !== undefined) await writeWhole(ci.path, ci.text);
  process.stdout.write(summary(name, found, ci, needsFlag));
  return STATUS.kept;
}

function workflow(ci: CiName, target: string, allowWrites: boolean, variables: readonly string[]): Workflow {
  return workflowFor(ci, { version: VERSION, target, allowWrites, variables });
}

async function refuseExisting(names: readonly string[], what: string): Promise<void> {
  for (const name of names) {
    const isThere = await access(name).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    throw new UsageProblem(
      `${what}: ${resolve(name)}. init overwrites nothing, and nothing was sent: rename it, or run init in another folder`,
    );
  }
}

async function optionsOf(url: string | undefined, flags: InitFlags): Promise<InitOptions> {
  const { openapi, collection, apiVersion, allowWrites = false } = flags;
  const asking = askingOptions(flags);
  return {
    allowWrites,
    ...asking,
    ...(url === undefined ? {} : { baseUrl: url }),
    ...(openapi === undefined
      ? {}
      : { openapi: { text: await openApiText(openapi, asking.tls), source: shownSource(openapi) } }),
    ...(collection === undefined ? {} : { collections: collection }),
    ...(apiVersion === undefined ? {} : { version: apiVersion }),
  };
}

function isWebAddress(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}

function shownSource(source: string): string {
  return isWebAddress(source) ? shownAddress(source) : source;
}

/** The document's text, from a file, or by one GET without credentials. */
async function openApiText(source: string, tls: NonNullable<InitOptions['tls']>): Promise<string> {
  if (!isWebAddress(source)) {
    return readFile(source, 'utf8').catch((cause: unknown) => {
      throw new UsageProblem(`--openapi: ${source} cannot be read: ${messageOf(cause)}`, { cause });
    });
  }
  const shown = shownAddress(source);
  if (!URL.canParse(source)) throw new UsageProblem(`--openapi: ${shown} is no URL`);
  const client = createClient({
    baseUrl: new URL(source).origin,
    tls: await tlsOf(tls),
    userAgent: `assayer/${VERSION}`,
  });
  const { response, failure } = await client.send({ method: 'GET', address: source });
  await client.close();
  if (response === null) throw new UsageProblem(`--openapi: GET ${shown}: ${failure?.message}`);
  if (response.status === 200) return new TextDecoder().decode(response.body);
  throw new UsageProblem(`--openapi: GET ${shown} was answered ${response.status}; download it and name the file`);
}

function summary(name: string, found: Initialised, ci: Workflow | undefined, needsFlag: boolean): string {
  const { file, open, secrets, requests } = found;
  const names = (list: readonly { readonly name: string }[] = []): string =>
    list.map((one) => one.name).join(', ') || 'none';
  const lines = [
    `${name}: written, from ${requests} requests`,
    `  resources   ${names(file.resources)}`,
    `  operations  ${names(file.operations)}`,
    ...(open.length === 0 ? [] : ['to decide:', ...open.map(({ place, question }) => `  ${place}: ${question}`)]),
    ...[...secrets].map(([place, variable]) =>
      name.endsWith('.ts')
        ? `${place} is read from the environment variable ${variable}`
        : `${place} is not written down: give it on the command line`,
    ),
    ...(ci === undefined ? [] : [`${ci.path}: written; ${ci.next}`]),
    ...(file.writes === 'forbidden' ? ['GET alone was sent, and check will send no more: see writes in the file'] : []),
    `next: assayer check${needsFlag ? ' --allow-writes' : ''}`,
  ];
  return `${lines.map(visible).join('\n')}\n`;
}
