import type { Inapplicable, Subject } from '../../core/rule.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { Query, Resource, Target } from '../../core/target.ts';

type CreationAnswer = NonNullable<Resource['create']>['answer'];
type Subjects = (target: Target) => readonly (Subject | Inapplicable)[];

/** The target as a whole, for what is not about one resource. */
export const theTarget: Subjects = () => [{ id: 'target' }];

/** The target as a whole, where it claims what `unless` does not object to: a reason, or undefined. */
export function targetUnless(unless: (target: Target) => string | undefined): Subjects {
  return (target) => {
    const reason = unless(target);
    return [reason === undefined ? { id: 'target' } : { id: 'target', notApplicable: reason }];
  };
}

/** The queries of the command/query split that give records of a resource; none where the split is not claimed (document 4.3). */
export function queriesAbout({ claims, queries }: Target, { name }: Resource): readonly Query[] {
  return claims.commandQuery ? queries.filter(({ resource }) => resource === name) : [];
}

/** Every resource, those left out for which `unless` gives a reason. */
export function resourcesUnless(unless: (resource: Resource, target: Target) => string | undefined): Subjects {
  return (target) =>
    target.resources.map((resource) => {
      const reason = unless(resource, target);
      return reason === undefined ? { id: resource.name, resource } : { id: resource.name, notApplicable: reason };
    });
}

/** Every resource of which a record can be read by id, or the collection. */
export const readOrListed: Subjects = resourcesUnless(({ name, list, item }) =>
  list === undefined && item === undefined ? `${name} can be neither read nor listed` : undefined,
);

/** Every resource that can be read in any way. */
export const readListedOrQueried: Subjects = resourcesUnless(({ name, list, item, query }) =>
  list === undefined && item === undefined && query === undefined
    ? `${name} can be neither read nor listed`
    : undefined,
);

/** Every resource whose records are read by id. */
export const readable: Subjects = resourcesUnless(({ name, item }) =>
  item === undefined ? `${name} is not read by id` : undefined,
);

/** Every resource on which records can be created with an address of their own. */
export const creatable: Subjects = resourcesUnless(whyNotCreatable);

/** Why no record with an address of its own can be created there; undefined when one can. */
export function whyNotCreatable({ name, create }: Resource): string | undefined {
  if (create === undefined) return `${name} offers no creation`;
  if (create.answer === 'no-address') return `${name} claims that its POST leaves nothing with an address`;
  return undefined;
}

/** Every resource whose creations are answered so. */
export function answering(due: CreationAnswer): Subjects {
  return resourcesUnless(whyNotAnswering(due));
}

/** Says why creations there are not answered so; undefined when they are. */
export function whyNotAnswering(due: CreationAnswer): (resource: Resource) => string | undefined {
  return ({ name, create }) => {
    if (create === undefined) return `${name} offers no creation`;
    return create.answer === due ? undefined : `${name} claims create = ${create.answer}`;
  };
}

/** Every resource whose records can be created and deleted. */
export const deletable: Subjects = resourcesUnless(whyNotDeletable);

/** Why no record can be created there and deleted; undefined when one can. */
export function whyNotDeletable(resource: Resource): string | undefined {
  return (
    whyNotCreatable(resource) ?? (resource.delete === undefined ? `${resource.name} offers no deletion` : undefined)
  );
}

/** The resource of this trial. The rule's `on` promised one. */
export function resourceOf(trial: Trial): Resource {
  const { resource } = trial.subject;
  if (resource === undefined)
    throw new Error(`subject ${trial.subject.id} has no resource, though its rule asks for one`);
  return resource;
}

/** The name of the trial's resource: what evidence about a resource is kept by. */
export function resourceName(trial: Trial): string {
  return resourceOf(trial).name;
}
