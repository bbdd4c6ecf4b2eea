import { toast } from '../../ui/toast.ts';

export async function copyLink(url: string, done: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(done);
  } catch {
    // Without leave to the clipboard the address itself is shown.
    toast.info(url);
  }
}
