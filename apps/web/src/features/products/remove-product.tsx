import { pages } from '@vitrine/contract/pages';
import type { ListedProduct, productUseKinds, ProductUses } from '@vitrine/contract/products';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useChangeProduct, useProductUses, useRemoveProduct } from './products.queries.ts';

interface RemoveProductProps {
  product: ListedProduct;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
  /** Runs the removal, and remembers the row that takes the focus afterwards. */
  during: (removal: () => Promise<unknown>) => Promise<unknown>;
}

type Kind = (typeof productUseKinds)[number];

/**
 * The consequence for things of a kind, by their other products. Where `inactive` has no text, inactive
 * products are as good as none.
 */
const consequences: Record<Kind, { active?: string; inactive?: string; none: string }> = {
  course: {
    active:
      '{{count}} curso deixa de ser aberto por ele, e continua aberto por outros: {{names}}.|{{count}} cursos deixam de ser abertos por ele, e continuam abertos por outros: {{names}}.',
    // Where only an inactive product is left, students see it with its lock.
    none: '{{count}} curso fica sem produto ativo, e só a equipe entra nele: {{names}}.|{{count}} cursos ficam sem produto ativo, e só a equipe entra neles: {{names}}.',
  },
  quiz: {
    active:
      '{{count}} avaliação perde este produto, e mantém outros: {{names}}.|{{count}} avaliações perdem este produto, e mantêm outros: {{names}}.',
    inactive:
      '{{count}} avaliação fica sem produto ativo, e fecha para os alunos se não estiver em uma aula: {{names}}.|{{count}} avaliações ficam sem produto ativo, e fecham para os alunos se não estiverem em uma aula: {{names}}.',
    none: '{{count}} avaliação fica sem produto, e abre para todos se não estiver em uma aula: {{names}}.|{{count}} avaliações ficam sem produto, e abrem para todos se não estiverem em uma aula: {{names}}.',
  },
  marquee: {
    none: '{{count}} letreiro é excluído: {{names}}.|{{count}} letreiros são excluídos: {{names}}.',
  },
  community: {
    active:
      '{{count}} comunidade perde este produto, e mantém outros: {{names}}.|{{count}} comunidades perdem este produto, e mantêm outros: {{names}}.',
    none: '{{count}} comunidade fica sem produto ativo, e ninguém mais entra: {{names}}.|{{count}} comunidades ficam sem produto ativo, e ninguém mais entra: {{names}}.',
  },
  channel: {
    active:
      '{{count}} canal perde este produto, e mantém outros: {{names}}.|{{count}} canais perdem este produto, e mantêm outros: {{names}}.',
    none: '{{count}} canal fica sem produto ativo, e só a equipe entra: {{names}}.|{{count}} canais ficam sem produto ativo, e só a equipe entra: {{names}}.',
  },
  level: {
    active:
      '{{count}} nível perde este produto, e mantém outros: {{names}}.|{{count}} níveis perdem este produto, e mantêm outros: {{names}}.',
    none: '{{count}} nível fica sem produto ativo, e ninguém o alcança: {{names}}.|{{count}} níveis ficam sem produto ativo, e ninguém os alcança: {{names}}.',
  },
  reward: {
    active:
      '{{count}} recompensa perde este produto, e mantém outros: {{names}}.|{{count}} recompensas perdem este produto, e mantêm outros: {{names}}.',
    inactive:
      '{{count}} recompensa fica sem produto ativo, e ninguém mais a ganha: {{names}}.|{{count}} recompensas ficam sem produto ativo, e ninguém mais as ganha: {{names}}.',
    none: '{{count}} recompensa fica sem produto, e todos podem ganhá-la: {{names}}.|{{count}} recompensas ficam sem produto, e todos podem ganhá-las: {{names}}.',
  },
  delivery: {
    none: '{{count}} recompensa deixa de entregar este produto: {{names}}.|{{count}} recompensas deixam de entregar este produto: {{names}}.',
  },
  points: {
    active: 'Quem só tem este produto deixa de pontuar.',
    inactive: 'A lista de quem pontua fica sem produto ativo, e ninguém mais pontua.',
    none: 'A lista de quem pontua fica vazia, e todos pontuam.',
  },
  live: {
    active:
      '{{count}} transmissão perde este produto, e mantém outros: {{names}}.|{{count}} transmissões perdem este produto, e mantêm outros: {{names}}.',
    none: '{{count}} transmissão fica sem produto ativo, e só a equipe entra: {{names}}.|{{count}} transmissões ficam sem produto ativo, e só a equipe entra: {{names}}.',
  },
};

/** More names than this are counted. */
const MAX_NAMES = 5;

/**
 * Confirms the deletion and names its consequences. While members hold the product, it offers
 * alternatives instead.
 */
export function RemoveProduct({ product, onClose, finalFocus, during }: RemoveProductProps) {
  const { t } = useTranslation();
  const remove = useRemoveProduct();
  const uses = useProductUses(product.id);
  const memberCount = uses.data?.data.members ?? 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Excluir {{name}}', { name: product.title })}
      text={
        uses.isPending ? (
          <span role="status">{t('Vendo o que este produto abre')}</span>
        ) : (
          <>
            {memberCount > 0 && <Instead product={product} held={memberCount} onClose={onClose} />}
            <Consequences uses={uses.data?.data} />
          </>
        )
      }
      // Blocked until the consequences have loaded.
      blocked={memberCount > 0 || uses.isPending}
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() => during(() => remove.mutateAsync({ params: { id: product.id } }))}
      finalFocus={finalFocus}
    />
  );
}

/** The ways out of a product that people hold: take it from them, or let it open nothing. */
function Instead({
  product,
  held: memberCount,
  onClose,
}: Pick<RemoveProductProps, 'product' | 'onClose'> & { held: number }) {
  const { t } = useTranslation();
  const change = useChangeProduct();
  return (
    <div className="mb-4 grid gap-3">
      <p className="text-warn">
        {t(
          '{{count}} pessoa tem este produto. Retire-o dela antes de excluir.|{{count}} pessoas têm este produto. Retire-o delas antes de excluir.',
          { count: memberCount },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          to={`${pages.manageMembers.path}?produto=${product.id}`}
          className={buttonClass('secondary', 'sm')}
        >
          {t('Ver pessoas')}
        </Link>
        {product.status === 'active' && (
          <Button
            size="sm"
            busy={change.isPending}
            onClick={() =>
              change.mutate(
                { params: { id: product.id }, body: { status: 'inactive' } },
                { onSuccess: onClose },
              )
            }
          >
            {t('Tornar inativo')}
          </Button>
        )}
      </div>
      <AttemptError error={change.error} />
      {product.status === 'active' && (
        <p>{t('Inativo, ele não abre mais nada, e ninguém o perde.')}</p>
      )}
    </div>
  );
}

function Consequences({ uses }: { uses: ProductUses | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {uses && uses.things.length > 0 ? (
        <ul className="mb-2 grid list-disc gap-1 pl-5">
          {Object.entries(consequences).flatMap(([kind, texts]) =>
            Object.values(texts).map((text) => {
              const group = uses.things.filter(
                (thing) => thing.kind === kind && (texts[thing.others] ?? texts.none) === text,
              );
              return (
                group.length > 0 && (
                  <li key={text}>
                    {t(text, { count: group.length, names: namesOf(group, t('e outros')) })}
                  </li>
                )
              );
            }),
          )}
        </ul>
      ) : (
        uses && <p className="mb-2">{t('Ele não abre nada hoje.')}</p>
      )}
      <p>{t('Esta ação não poderá ser desfeita.')}</p>
    </>
  );
}

const namesOf = (things: ProductUses['things'], more: string) =>
  [
    ...things.slice(0, MAX_NAMES).map(({ title }) => title),
    ...(things.length > MAX_NAMES ? [more] : []),
  ].join(', ');
