import { toast } from '../../ui/toast.ts';

export async function copyLink(url: string, done: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(done);
  } catch {
    // Without clipboard permission, show the address itself.
    toast.info(url);
  }
}
