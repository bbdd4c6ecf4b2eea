import { pages } from '@vitrine/contract/pages';
import { Image, Palette, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

/** What the owner of a new school can do while the first course is on its way. */
export function FirstSteps() {
  const { t } = useTranslation();
  const steps = [
    {
      to: '/homepage?editar=aparencia',
      Icon: Palette,
      title: t('Dê a cara da sua escola'),
      text: t('Cores, letras e logo: a página muda enquanto você edita.'),
    },
    {
      to: '/homepage?editar=banner',
      Icon: Image,
      title: t('Abra com uma imagem'),
      text: t('Um banner é a primeira coisa que se vê aqui.'),
    },
    {
      to: pages.manageMembers.path,
      Icon: UserPlus,
      title: t('Convide alguém'),
      text: t('Cada pessoa recebe um link por e-mail e entra com ele.'),
    },
  ];
  return (
    <nav aria-label={t('Primeiros passos')} className="first-steps">
      {steps.map(({ to, Icon, title, text }) => (
        <Link key={to} to={to} className="first-step">
          <Icon
            size={24}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-brand-ink"
          />
          <span>
            <span className="block text-16 font-semibold text-text">{title}</span>
            <span className="mt-1 block text-14 text-text-2">{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
