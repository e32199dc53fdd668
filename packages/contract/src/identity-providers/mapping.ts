/** That the people of a group get a role; of several the first one decides. */
export interface GroupRole {
  /** The group as the provider names it; case counts. */
  group: string
  /** The `_id` of a role. */
  role: string
}

/** Who is admitted at a first sign-in; of several rules the first one that fits decides. */
export interface AdmissionRule {
  /** The claim that is looked at; null for the groups. */
  claim: string | null
  /** The value that the claim has, or is one of those that it has. */
  value: string
  /** Whether the new account waits for approval. */
  status: 'pending' | 'active'
}

/** How many entries a mapping, and the rules of admission, may have. */
export const maxGroupRoles = 200
export const maxAdmissionRules = 50
