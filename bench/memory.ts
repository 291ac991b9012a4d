import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { MOCK, open } from './server.ts';

/** What the mock holds of the machine's memory, in bytes; undefined where the system does not tell (it does on Linux). */
export interface Memory {
  readonly deals: number;
  readonly empty: number | undefined;
  readonly full: number | undefined;
  /** The most that it held on the way. */
  readonly peak: number | undefined;
}

const AT_ONCE = 10;

/** Creates so many deals over sockets and looks at the resident set before and afterwards. */
export async function measureMemory(deals: number): Promise<Memory> {
  await using server = await open(MOCK);
  const empty = residentBytes(server.pid, 'VmRSS');
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let made = 0;
  const make = async (): Promise<void> => {
    while (made < deals) {
      made += 1;
      await create(server.url, agent, made);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  agent.destroy();
  return { deals, empty, full: residentBytes(server.pid, 'VmRSS'), peak: residentBytes(server.pid, 'VmHWM') };
}

function create(url: string, agent: Agent, number: number): Promise<void> {
  const body = JSON.stringify({ name: `deal ${number}`, price: number });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/rest/1/deals/`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`deal ${number} was answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

// Kibibytes in /proc/PID/status (proc(5)).
function residentBytes(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
