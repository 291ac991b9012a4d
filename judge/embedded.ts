import { type Claims, claimsIn } from '../core/claims.ts';
import type { Operation } from '../core/target.ts';
import type { createMock, MockOptions } from '../mock/index.ts';
import { type StartedMock, startMock } from '../mock/node.ts';
import { documentOperations } from '../target-file/document.ts';
import type { OperationFile, ParameterFile, TargetFile } from '../target-file/file.ts';

/** The embedded mock under these claims, and the target file that tells the whole truth about it. */
export async function startEmbedded(
  claims: Partial<Claims>,
  version?: string,
): Promise<{ readonly mock: StartedMock; readonly file: TargetFile }> {
  const options: MockOptions = { ...claims, ...(version === undefined ? {} : { version }) };
  const mock = await startMock({ ...options, port: 0 });
  return { mock, file: { ...fileOf(mock.mock.options, mock.url), unavailable: UNAVAILABLE } };
}

// The mock answers 503 to whoever asks for it. The wait is longer than any that the client keeps.
const UNAVAILABLE = { address: '/users', headers: { 'x-mock-replay': 'status-503_retry-3600' } };

/** What a target file says of a mock with these options. */
export function fileOf(options: ReturnType<typeof createMock>['options'], baseUrl: string): TargetFile {
  const { operationForms, session, version, sessions } = options;
  return {
    name: 'the embedded mock',
    baseUrl,
    version,
    claims: claimsIn(options),
    ...(session === 'validated' ? { session: { cookie: `USER_TOKEN=${sessions[0] ?? ''}` } } : {}),
    resources: [
      {
        name: 'deals',
        required: ['name', 'price'],
        invalid: {
          'whose name is empty': { name: '', price: 100 },
          'whose name is no text': { name: { first: 'a' }, price: 100 },
          'whose name is null': { name: null, price: 100 },
          'whose price is null': { name: 'a deal {unique}', price: null },
          'whose price is no number': { name: 'a deal {unique}', price: 'a lot' },
          'that is an array': [],
          'that is a text': 'a deal',
        },
      },
      { name: 'users' },
    ],
    // An operation that is served in no form is none.
    operations: operationForms.length === 0 ? [] : documentOperations(operationForms).map(operationFile),
  };
}

function operationFile({ name, parameters, effect, after, forms }: Operation): OperationFile {
  const told = parameters.map(({ name: parameter, ...rest }): [string, ParameterFile] => [parameter, rest]);
  return { name, parameters: Object.fromEntries(told), effect, forms, ...(after === undefined ? {} : { after }) };
}
