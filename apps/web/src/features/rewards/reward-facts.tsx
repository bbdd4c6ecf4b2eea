import type { Score } from '@vitrine/contract/points';
import type { Deliverable } from '@vitrine/contract/rewards';
import { Award, FileText, Link2, Package, Play, type LucideIcon } from 'lucide-react';
import { WayToNextLevel } from '../../kit/points/way-to-next-level.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface RewardFactsProps {
  deliverables: readonly Deliverable[];
  score: Score | undefined;
  gained: number;
}

/** The deliverables of a reward with their kinds, and the distance to the next level. */
export function RewardFacts({ deliverables, score, gained }: RewardFactsProps) {
  const facts = useFacts(deliverables);
  const isScored = score?.next_level || gained > 0;
  if (facts.length === 0 && !isScored) return null;
  return (
    <div className="achievement-facts">
      {facts.map(({ Icon, name, says }) => (
        <p key={name} className="achievement-fact">
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0">
            <span className="block truncate text-16 font-semibold">{name}</span>
            <span className="block truncate text-14 text-text-2">{says}</span>
          </span>
        </p>
      ))}
      {isScored && (
        <WayToNextLevel
          score={score}
          gained={gained}
          className={score?.next_level ? 'w-70 max-w-full' : ''}
        />
      )}
    </div>
  );
}

interface Fact {
  Icon: LucideIcon;
  name: string;
  says: string;
}

function useFacts(deliverables: readonly Deliverable[]): Fact[] {
  const { t } = useTranslation();
  const links = deliverables.filter(({ type }) => type === 'link');
  const others = deliverables.filter(({ type }) => type !== 'link');
  const facts = others.map((one): Fact => {
    switch (one.type) {
      case 'file': {
        const { name, kind } = fileNamed(one.name ?? '');
        return { Icon: FileText, name: name || t('Arquivo'), says: kind || t('Arquivo') };
      }
      case 'insignia':
        return { Icon: Award, name: t('Insígnia no perfil'), says: t('Já está lá') };
      case 'embed':
        return { Icon: Play, name: t('Vídeo'), says: t('Para assistir') };
      default:
        return { Icon: Package, name: one.product?.title ?? '', says: t('Acesso liberado') };
    }
  });
  const [first] = links;
  if (!first?.url) return facts;
  const says =
    links.length === 1 ? t('Link') : t('{{count}} link|{{count}} links', { count: links.length });
  return [...facts, { Icon: Link2, name: hostOf(first.url), says }];
}

function fileNamed(file: string) {
  const [, name = file, kind = ''] = /^(.+)\.(\w{1,5})$/.exec(file) ?? [];
  return { name, kind: kind.toUpperCase() };
}

/** An address without scheme leads to a page of the school. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : location.host);
