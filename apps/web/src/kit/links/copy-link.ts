import { toast } from '../../ui/toast.ts';

/** Copies a URL. If the browser forbids it, a toast shows the URL. */
export async function copyLink(url: string, successText: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(successText);
  } catch {
    // Without clipboard permission, show the address itself.
    toast.info(url);
  }
}
