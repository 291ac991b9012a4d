import type { Form } from '../core/claims.ts';
import { FORMS } from '../core/claims.ts';
import type { Json, Operation, ParameterType, Spelling } from '../core/target.ts';
import type { OperationFile, ParameterFile, SpellingFile } from './file.ts';

/** An operation as the file spells it; forms that are not claimed are left out. */
export function resolveOperation(file: OperationFile, claimed: readonly Form[] = FORMS): Operation {
  const forms = FORMS.flatMap((form): [Form, Spelling][] => {
    const own = file.forms[form];
    return own === undefined || !claimed.includes(form) ? [] : [[form, spelling(own, form, file)]];
  });
  return {
    name: file.name,
    resource: file.resource ?? 'deals',
    parameters: Object.entries(file.parameters ?? {}).map(([name, own]) => ({ name, ...parameter(own) })),
    effect: file.effect ?? {},
    ...(file.effect === undefined ? {} : { isEffectTold: true }),
    ...(file.after === undefined ? {} : { after: file.after }),
    forms: Object.fromEntries(forms),
  };
}

function parameter(own: string | number | boolean | ParameterFile): Omit<Operation['parameters'][number], 'name'> {
  const { sample, type, required } = typeof own === 'object' ? own : { sample: own };
  return {
    sample,
    required: required ?? true,
    ...(required === true ? { isRequiredTold: true } : {}),
    type: type ?? typeOf(sample),
  };
}

function typeOf(sample: Json): ParameterType {
  if (typeof sample === 'number') return 'number';
  if (typeof sample === 'boolean') return 'boolean';
  return typeof sample === 'string' && /^\d{4}-\d\d-\d\d/u.test(sample) ? 'date' : 'string';
}

function spelling(own: string | SpellingFile, form: Form, operation: OperationFile): Spelling {
  const { address, method, payload } = typeof own === 'string' ? { address: own } : own;
  return {
    address,
    method: method ?? (form === 'E' ? 'POST' : 'PUT'),
    // Form D is the record with what the operation changes (document 4.2), which is what the record shows afterwards.
    payload: payload ?? (form === 'D' ? { attributes: operation.effect ?? {} } : PAYLOADS[form]),
  };
}

const PAYLOADS: Readonly<Record<Exclude<Form, 'D'>, Spelling['payload']>> = {
  A: 'parameters',
  B: 'parameters',
  C: 'action',
  E: 'parameters',
  F: 'action',
  G: 'deal-action',
};
