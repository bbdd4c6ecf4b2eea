import { useState } from 'react';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { copyText } from './copy-text.ts';

const LinkDialog = lateDialog(async () => ({
  default: (await import('./link-dialog.tsx')).LinkDialog,
}));

/**
 * Copies links of the school, and says so. Where the browser forbids it, `linkDialog` shows the link
 * in a field. Render it where the copying component stays.
 *
 * ```tsx
 * const { copy, linkDialog } = useCopyLink();
 * <Menu items={[{ label: t('Copiar link'), onSelect: () => void copy(href) }]} />
 * {linkDialog}
 * ```
 */
export function useCopyLink() {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string | null>(null);
  return {
    /** Takes a path or an address. False where the browser forbids it. */
    async copy(href: string) {
      const url = new URL(href, location.href).href;
      const isCopied = await copyText(url);
      if (isCopied) toast.success(t('Link copiado'));
      else setRefused(url);
      return isCopied;
    },
    linkDialog: (
      <LinkDialog open={refused !== null} url={refused ?? ''} onClose={() => setRefused(null)} />
    ),
  };
}
