import { toast } from '../../ui/toast.ts';

export async function copyLink(url: string, successText: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(successText);
  } catch {
    // Without clipboard permission, show the address itself.
    toast.info(url);
  }
}
