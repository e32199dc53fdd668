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
  paragraphs: [
    what,
    `This happened at ${utcNow()}. You are receiving this e-mail because you are an owner.`,
  ],
  action: { label: 'View admins', url: `${publicUrl}/users/admins` },
  note: 'If this was not agreed, deactivate that account immediately and change passwords.',
})
