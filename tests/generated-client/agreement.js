/*
 * Types that were made from the description and the types of fixtures/resources.ts: each is to take the other's values, and
 * both are to know the same members. Checked by the compiler alone; nothing here runs.
 */

/** @typedef {import('generated/read-only.ts').components['schemas']} Generated */

/** @import * as R from '../../fixtures/resources.ts' */

/**
 * The types by the name of their schema.
 * @typedef {object} Written
 * @property {R.NewDeal} NewDeal
 * @property {R.DealUpdate} DealUpdate
 * @property {R.Deal} Deal
 * @property {R.User} User
 * @property {R.SshKey} SshKey
 * @property {R.Address} Address
 * @property {R.Command} Command
 * @property {R.CommandOnDeal} CommandOnDeal
 * @property {R.CommandOnAnyDeal} CommandOnAnyDeal
 * @property {R.OperationParameters['HoldDeal']} HoldDealParameters
 * @property {R.OperationParameters['UnholdDeal']} UnholdDealParameters
 * @property {R.OperationParameters['CompleteDeal']} CompleteDealParameters
 * @property {R.OperationParameters['CancelDeal']} CancelDealParameters
 * @property {R.OperationParameters['ChangePrice']} ChangePriceParameters
 * @property {R.OperationParameters['ChangeCompletionDate']} ChangeCompletionDateParameters
 * @property {R.OperationRecord<'HoldDeal'>} HoldDealRecord
 * @property {R.OperationRecord<'UnholdDeal'>} UnholdDealRecord
 * @property {R.OperationRecord<'CompleteDeal'>} CompleteDealRecord
 * @property {R.OperationRecord<'CancelDeal'>} CancelDealRecord
 * @property {R.OperationRecord<'ChangePrice'>} ChangePriceRecord
 * @property {R.OperationRecord<'ChangeCompletionDate'>} ChangeCompletionDateRecord
 * @property {R.Links} Links
 * @property {R.Link} Link
 * @property {R.Problem} Problem
 * @property {R.Violation} Violation
 */

/**
 * The members that a type names, as against those of any name that it lets pass.
 * @template T
 * @typedef {keyof { [K in keyof T as string extends K ? never : K]: T[K] }} Named
 */

/**
 * @template A
 * @template B
 * @typedef {[A, B, Named<A>, Named<B>] extends [B, A, Named<B>, Named<A>] ? never : 'differs'} Compare
 */

/** @typedef {{ [Name in keyof Written]: Compare<Generated[Name], Written[Name]> }} Compared */

/**
 * The names of those that differ: none.
 * @type {{ [Name in keyof Compared as Compared[Name] extends never ? never : Name]: Compared[Name] }}
 */
export const differing = {};

/**
 * What the description has beside: the commands of 4.3, which are parameters and the `id` of a deal.
 * @type {{ [Name in Exclude<keyof Generated, keyof Written> as Name extends `${R.OperationName}Command` ? never : Name]: never }}
 */
export const further = {};
