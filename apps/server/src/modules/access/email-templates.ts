import type { EmailTemplate } from '../../mail/email-template.ts'
import { utcNow } from '../auth/email-templates.ts'

/**
 * For the owners, when somebody has changed who may do what.
 * @param what a whole sentence that says who did what
 */
export const authorityEmail = (
  publicUrl: string,
  subject: string,
  what: string,
): EmailTemplate => ({
  kind: 'authority',
  subject,
  paragraphs: [what, `This was at ${utcNow()}. You get this mail because you are an owner.`],
  action: { label: 'See the admins', url: `${publicUrl}/users/admins` },
  note: 'If nobody agreed on this, deactivate that account at once, and set new passwords.',
})
