import type { JsonObject } from '../../fixtures/json.ts';
import { refuse, type Violation } from '../service/problems.ts';
import { refuseViolations } from '../service/validation.ts';
import { type Stub, violationsInStub } from '../stubs/stub.ts';
import { bodyOf, type ControlCall, type ControlRoute, done, json } from './route.ts';

/** More than this many are somebody's loop. */
const LIMIT = 1000;

const stubSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['route'],
  properties: {
    route: {
      type: 'string',
      description: 'a method, if any, and a path, such as GET /users/3, /users/* or GET /users?name=Ada',
    },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: { description: 'a text is sent as it is, anything else as JSON' },
    times: { type: 'integer', minimum: 1, description: 'how often; by default until it is taken away' },
    delay: { type: 'number', minimum: 0 },
  },
};

/** Stubs: answers in place of the service, for the tenant that the request names; the first that matches answers. */
export const stubRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/stubs',
    title: 'Lists the stubs of the tenant in the order in which they are tried, and how often each answered.',
    answers: { 200: 'an array of { id, route, status, headers, body, times, delay, used }' },
    handle: ({ mock, world }) => json(mock.stubs.list(world)),
  },
  {
    method: 'PUT',
    path: '/stubs',
    title: 'Puts these stubs in the place of those of the tenant.',
    body: { type: 'object', required: ['stubs'], properties: { stubs: { type: 'array', items: stubSchema } } },
    answers: { 200: 'the stubs as they are now' },
    async handle(call) {
      const { mock, world } = call;
      const { stubs } = await bodyOf(call);
      if (!Array.isArray(stubs))
        return refuse(400, 'a list of stubs is due', [{ pointer: '/stubs', detail: 'must be a list' }]);
      refuseTooMany(stubs.length);
      refuseViolations(stubs.flatMap((stub, i) => below(`/stubs/${i}`, violationsInStub(stub))).slice(0, 20));
      mock.stubs.clear(world);
      for (const stub of stubs as Stub[]) mock.stubs.add(world, stub); // they have just been found to be stubs
      return json(mock.stubs.list(world));
    },
  },
  {
    method: 'POST',
    path: '/stubs',
    title: 'Adds a stub behind those of the tenant.',
    body: stubSchema,
    answers: { 201: 'the stub, with its id' },
    async handle(call) {
      const { mock, world } = call;
      const stub = await bodyOf(call);
      refuseViolations(violationsInStub(stub));
      refuseTooMany(mock.stubs.list(world).length + 1);
      return json(mock.stubs.add(world, stub as unknown as Stub), 201); // it has just been found to be one
    },
  },
  {
    method: 'DELETE',
    path: '/stubs',
    title: 'Takes all stubs of the tenant away.',
    answers: { 204: 'there are none' },
    handle({ mock, world }) {
      mock.stubs.clear(world);
      return done();
    },
  },
  {
    method: 'DELETE',
    path: '/stubs/:id',
    title: 'Takes one stub away.',
    answers: { 204: 'it is gone' },
    handle: ({ mock, world, params: { id = '' } }: ControlCall) =>
      mock.stubs.remove(world, id)
        ? done()
        : refuse(404, `there is no stub "${id.slice(0, 100)}"; /_mock/stubs lists them`),
  },
];

function below(at: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ pointer, detail }) => ({ pointer: at + pointer, detail }));
}

function refuseTooMany(count: number): void {
  if (count > LIMIT)
    refuse(409, `${LIMIT} stubs are in place, and no more can be; take some away with DELETE /_mock/stubs`);
}
