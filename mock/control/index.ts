import { controlPath } from '../faces/control-address.ts';
import { responseOf } from '../faces/fetch.ts';
import type { Fetch, Mock } from '../interface.ts';
import { createPathTree } from '../service/path-tree.ts';
import { problem, Refusal } from '../service/problems.ts';
import { addressedBy } from './addressed-by.ts';
import { breachRoutes } from './breaches.ts';
import { chaosRoutes } from './chaos.ts';
import { contractRoutes } from './contract.ts';
import { deviationRoutes } from './deviations.ts';
import type { FaultLibrary } from './faults.ts';
import { logRoutes } from './log.ts';
import { loginRoutes } from './login.ts';
import { pageRoutes } from './page.ts';
import { recordRoutes } from './records.ts';
import type { ControlRoute } from './route.ts';
import { ruleRoutes } from './rules.ts';
import { mintedSessionRoutes } from './sessions.ts';
import { stateRoutes } from './state.ts';
import { stubRoutes } from './stubs.ts';
import { switchRoutes } from './switches.ts';
import { tenantRoutes } from './tenants.ts';
import { verifyRoutes } from './verify.ts';

/** All that the control API does. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...pageRoutes,
  ...mintedSessionRoutes,
  ...loginRoutes,
  ...tenantRoutes,
  ...stateRoutes,
  ...recordRoutes,
  ...switchRoutes,
  ...chaosRoutes,
  ...stubRoutes,
  ...logRoutes,
  ...verifyRoutes,
  ...breachRoutes,
  ...ruleRoutes,
  ...deviationRoutes,
  ...contractRoutes,
];

type Methods = Readonly<Partial<Record<string, ControlRoute>>>;

/** The control API of a mock: what is asked below `/_mock`. Who may ask is the mount's business: see guard.ts. */
export function createControl(mock: Mock, faults: FaultLibrary): Fetch {
  const tree = createPathTree<Methods>();
  for (const [path, methods] of byPath()) tree.add(path, methods);
  return async (request) => {
    const url = new URL(request.url);
    const path = controlPath(url.pathname, mock.options.basePath);
    const found = path === undefined ? undefined : tree.find(path);
    if (path === undefined || found === undefined)
      return responseOf(problem(404, `the mock has nothing at ${url.pathname}; /_mock/control.json lists what it has`));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // A method may be called as what every object has.
    const route = Object.hasOwn(found.data, method) ? found.data[method] : undefined;
    const allow = Object.keys(found.data).join(', ');
    if (route === undefined) return responseOf(problem(405, `this takes ${allow}`, [], ['Allow', allow]));
    try {
      const { world, mount } = addressedBy(mock, request, url);
      const response = await route.handle({ mock, faults, world, request, url, mount, params: decoded(found.params) });
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      return response;
    } catch (cause) {
      if (cause instanceof Refusal) return responseOf(cause.reply);
      throw cause;
    }
  };
}

function byPath(): Map<string, Methods> {
  const spots = new Map<string, Methods>();
  for (const route of CONTROL_ROUTES) spots.set(route.path, { ...spots.get(route.path), [route.method]: route });
  return spots;
}

function decoded(params: Readonly<Record<string, string>> = {}): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new Refusal(problem(400, 'the address holds a percent-encoding that is not valid'));
  }
}
