import { toast } from './messages.tsx'

/** Puts a text into the clipboard, and says so, or that the browser has blocked it. */
export async function copyText(text: string, copied: string, blocked: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.error(blocked)
  }
}
