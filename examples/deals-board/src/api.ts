import type { Deal, NewDeal, Problem, User } from 'assayer/mock';

/** Where the service is; empty: at the page's own origin, where MSW answers for it. */
export const base: string = (import.meta.env.VITE_API ?? '').replace(/\/+$/u, '');

/** What the service refused, in its own words. */
export class Refused extends Error {}

export const deals = {
  list: (): Promise<Deal[]> => read('/rest/1/deals/'),
  create: (deal: NewDeal): Promise<void> => act('POST', '/rest/1/deals/', deal),
  remove: (id: string): Promise<void> => act('DELETE', addressOf(id)),
  hold: (id: string, reason: string): Promise<void> => act('PUT', `${addressOf(id)}/hold`, { reason }),
  unhold: (id: string): Promise<void> => act('PUT', `${addressOf(id)}/unhold`),
  changePrice: (id: string, newPrice: number, reason: string): Promise<void> =>
    act('PUT', `${addressOf(id)}/change-price`, { newPrice, reason }),
};

export function usersNamed(name: string): Promise<User[]> {
  return read(`/users?${new URLSearchParams({ name })}`);
}

/** Whether the session cookie that the browser holds is a session to the service. */
export async function hasSession(): Promise<boolean> {
  const response = await request('/', { method: 'GET' });
  if (response.status === 401) return false;
  if (!response.ok) throw await refusal(response);
  return true;
}

/** The mock's own: a session for the asking. Across origins its login link does that, and comes back here. */
export async function signIn(): Promise<void> {
  if (base === '') return act('POST', '/_mock/sessions', { user: 'ada' });
  location.assign(`${base}/_mock/login?${new URLSearchParams({ user: 'ada', to: location.href })}`);
}

export async function signOut(): Promise<void> {
  if (base === '') return act('POST', '/_mock/logout');
  location.assign(`${base}/_mock/logout?${new URLSearchParams({ to: location.href })}`);
}

const addressOf = (id: string): string => `/rest/1/deals/${encodeURIComponent(id)}`;

async function read<T>(path: string): Promise<T[]> {
  const response = await request(path, { method: 'GET', headers: { accept: 'application/json' } });
  if (!response.ok) throw await refusal(response);
  // An empty query may be answered with no content at all.
  return response.status === 204 ? [] : ((await response.json()) as T[]); // what the service says that it serves there
}

async function act(method: string, path: string, body?: object): Promise<void> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await request(path, { method, ...sent });
  if (!response.ok) throw await refusal(response);
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(base + path, { credentials: 'include', ...init });
  } catch {
    throw new Refused(`The service cannot be reached${base === '' ? '' : ` at ${base}`}.`);
  }
}

async function refusal(response: Response): Promise<Refused> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (!isProblem) return new Refused(`The service answered ${response.status}.`);
  const { title, detail }: Problem = await response.json();
  return new Refused(`${title}: ${detail}.`);
}
