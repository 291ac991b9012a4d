import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A cluster of Slurm on this machine: a controller and workers, each with a processor. */
export interface Cluster extends AsyncDisposable {
  /** Runs a command of Slurm and gives what it printed. */
  ask(command: string, ...args: readonly string[]): string;
  /** Kills a worker as a broken machine would: its daemon and everything that runs there, at once. */
  kill(worker: string): void;
  /** Starts a worker that was killed. */
  start(worker: string): void;
  readonly folder: string;
}

const PACKAGES = ['slurmctld', 'slurmd', 'slurm-client'];

/** Starts a cluster with these workers. Installs Slurm where it is missing and Debian's packages can be installed. */
export async function startCluster(workers: readonly string[]): Promise<Cluster> {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'assayer-slurm-'));
  const conf = join(folder, 'slurm.conf');
  const ports = await freePorts(workers.length + 1);
  writeFileSync(conf, configuration(folder, workers, ports));
  for (const name of ['state', ...workers]) mkdirSync(join(folder, name));
  const env = { ...process.env, SLURM_CONF: conf };
  const run = (program: string, ...args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${program}.log`), 'a');
    return spawn(program, ['-D', '-f', conf, ...args], { env, stdio: ['ignore', log, log] });
  };
  const controller = run('slurmctld', '-c');
  const daemons = new Map<string, ChildProcess>();
  const start = (worker: string): void => void daemons.set(worker, run('slurmd', '-N', worker, '-c'));
  for (const worker of workers) start(worker);
  return {
    folder,
    start,
    ask: (command, ...args) => execFileSync(command, args, { env, encoding: 'utf8', cwd: folder }),
    kill(worker) {
      daemons.get(worker)?.kill('SIGKILL');
      for (const pid of processesOf(conf, worker)) kill(pid);
    },
    async [Symbol.asyncDispose]() {
      const all = [controller, ...daemons.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      const ended = all.map((child) => once(child, 'exit'));
      for (const child of all) child.kill('SIGTERM');
      await Promise.all(ended);
      for (const worker of workers) for (const pid of processesOf(conf, worker)) kill(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function install(): void {
  try {
    for (const program of ['slurmctld', 'slurmd', 'sbatch']) execFileSync('sh', ['-c', `command -v ${program}`]);
    return;
  } catch {
    process.stderr.write(`installing ${PACKAGES.join(', ')}\n`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env, stdio: 'inherit' });
}

/** No accounts, no cgroups, no keys: everything is on this machine and belongs to one user. */
function configuration(folder: string, workers: readonly string[], ports: readonly number[]): string {
  const [controllerPort, ...workerPorts] = ports;
  const user = process.env['USER'] ?? 'root';
  return `ClusterName=assayer
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${controllerPort}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
MpiDefault=none
${workers.map((worker, i) => `NodeName=${worker} NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${workerPorts[i]} CPUs=1`).join('\n')}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** What runs on a worker of this cluster: the steps of jobs there, and the daemons that hold them. */
function processesOf(conf: string, worker: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  const own = pids.filter((pid) => {
    const environment = read(`/proc/${pid}/environ`).split('\0');
    return environment.includes(`SLURM_CONF=${conf}`) && environment.includes(`SLURMD_NODENAME=${worker}`);
  });
  const holders = own.map(parentOf).filter((pid) => read(`/proc/${pid}/comm`).startsWith('slurmstepd'));
  return [...new Set([...holders, ...own.map(Number)])];
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s*(\d+)$/mu.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
