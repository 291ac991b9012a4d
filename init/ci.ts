import { dump } from 'js-yaml';

/** Where a workflow runs. */
export type CiName = 'github' | 'gitlab';

/** The places that have a workflow. */
export const CI_NAMES: readonly CiName[] = ['github', 'gitlab'];

/** What a workflow has to know. */
export interface CiOptions {
  readonly version: string;
  /** The target file, from the folder of the project. */
  readonly target: string;
  readonly allowWrites: boolean;
  /** Variables of the environment that hold secrets. */
  readonly variables: readonly string[];
}

/** A workflow: where it is written, its text, and what is left for a person. */
export interface Workflow {
  readonly path: string;
  readonly text: string;
  readonly next: string;
}

const FOLDER = 'assayer-report';

/** The workflow that judges the target on each pull request, by a pinned version, and keeps the reports. */
export function workflowFor(ci: CiName, options: CiOptions): Workflow {
  return ci === 'github' ? github(options) : gitlab(options);
}

function command({ version, target, allowWrites }: CiOptions, summary: string): string {
  const writes = allowWrites ? ' --allow-writes' : '';
  return `npx --yes assayer@${version} check --target ${target} --wait 60s${writes} --out ${FOLDER} --reporter ${summary}`;
}

function github(options: CiOptions): Workflow {
  const { variables } = options;
  const env = Object.fromEntries(variables.map((name) => [name, `\${{ secrets.${name} }}`]));
  const steps = [
    { uses: 'actions/checkout@v4' },
    { uses: 'actions/setup-node@v4', with: { 'node-version': 22 } },
    // The service that is judged is started by the project itself, where it does not run already.
    {
      name: 'Judge the API',
      // GitHub drops a summary whole that is too large; this report is not.
      run: command(options, '"github=$GITHUB_STEP_SUMMARY"'),
      ...(variables.length === 0 ? {} : { env }),
    },
    { uses: 'actions/upload-artifact@v4', if: 'always()', with: { name: FOLDER, path: FOLDER } },
  ];
  const workflow = {
    name: 'API conformance',
    on: { pull_request: {} },
    permissions: { contents: 'read' },
    jobs: { assayer: { 'runs-on': 'ubuntu-latest', 'timeout-minutes': 15, steps } },
  };
  const secrets = variables.length === 0 ? '' : `; add the secrets ${variables.join(', ')} to the repository`;
  return {
    path: '.github/workflows/assayer.yml',
    text: headOf('pull request') + dump(workflow, { lineWidth: -1 }),
    next: `start the service in the workflow before the step “Judge the API”, unless it runs already${secrets}`,
  };
}

function gitlab(options: CiOptions): Workflow {
  const path = 'assayer.gitlab-ci.yml';
  const job = {
    assayer: {
      image: 'node:22',
      rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }],
      timeout: '15 minutes',
      script: [command(options, `markdown=${FOLDER}/summary.md`)],
      artifacts: { when: 'always', paths: [FOLDER], reports: { junit: `${FOLDER}/junit.xml` } },
    },
  };
  const { variables } = options;
  const secrets = variables.length === 0 ? '' : `; add ${variables.join(', ')} to the CI/CD variables, masked`;
  return {
    path,
    text: headOf('merge request') + dump(job, { lineWidth: -1 }),
    next: `add to .gitlab-ci.yml: include: [{ local: ${path} }], and start the service before the script${secrets}`,
  };
}

function headOf(request: string): string {
  return `# Written by assayer init. It judges the API on each ${request} and keeps the reports.\n`;
}
