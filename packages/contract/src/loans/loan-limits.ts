/**
 * Limits of loans: records and minutes of one; hours until a request expires; requests of a person that wait, and those
 * that they make within an hour; days of a temporary role, and temporary roles that a person has at once.
 */
export const loanLimits = {
  records: 100,
  minutes: 1_440,
  hoursToAnswer: 24,
  waiting: 10,
  perHour: 30,
  roleDays: 90,
  rolesAtOnce: 5,
} as const
