import type { Deliverable } from '@vitrine/contract/rewards';

/** Signs a file's address for a viewer who may open it. */
export type OpenFile = (path: string) => string;

/** The columns of a reward that it delivers. A file is its path; its address is signed for each reader. */
export interface DeliverableColumns {
  file: string | null;
  file_name: string | null;
  img: string | null;
  links: string[];
  embed: string;
  deliverable_product: number | null;
  product_title: string | null;
}

/** The deliverables of a reward, in the order of its form. */
export function deliverablesOf(
  { file, file_name, img, links, embed, deliverable_product, product_title }: DeliverableColumns,
  open: OpenFile,
): Deliverable[] {
  return [
    ...(file ? [{ type: 'file' as const, url: open(file), name: file_name ?? '' }] : []),
    ...links.map((url) => ({ type: 'link' as const, url })),
    ...(img ? [{ type: 'insignia' as const, url: img }] : []),
    ...(embed ? [{ type: 'embed' as const, embed }] : []),
    ...(deliverable_product
      ? [
          {
            type: 'product' as const,
            product: { id: deliverable_product, title: product_title ?? '' },
          },
        ]
      : []),
  ];
}
