import { TOAST_MS } from '@vitrine/contract/appearance';
import {
  systemTitles,
  carouselType,
  type SystemType,
  type Carousel,
} from '@vitrine/contract/carousels';
import { messages, type showcaseColumns } from '@vitrine/contract/showcase';
import { useState } from 'react';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { usePublishMyList, useSystemSwitch } from '../showcase/showcase.queries.ts';

type SystemFlag = keyof typeof showcaseColumns;

interface SystemSwitchesProps {
  carousels: readonly Carousel[];
}

/** Switches of the system carousels (C section 2). */
export function SystemSwitches({ carousels }: SystemSwitchesProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'watching' | 'trending' | 'list'>('watching');
  const setFlag = useSystemSwitch();
  const setMyList = usePublishMyList();
  const isPublished = (type: SystemType) =>
    Boolean(carousels.find((row) => row.type === type)?.published);
  const flag = (name: SystemFlag, type: SystemType, hint: string) => (
    <SwitchSetting
      label={t(systemTitles[type])}
      hint={hint}
      value={isPublished(type)}
      save={(on) => setFlag.mutateAsync({ body: { [name]: on } })}
      failure={messages.changeFailed}
      toastFor={TOAST_MS}
    />
  );

  return (
    <Tabs
      label={t('Carrosséis do sistema')}
      value={tab}
      onValueChange={setTab}
      tabs={[
        {
          value: 'watching',
          label: t('Continuar assistindo'),
          panel: (
            <div className="grid grid-cols-1 gap-4">
              {flag(
                'show_carrousel_continue_course',
                carouselType.continueCourses,
                t('Os cursos que o aluno começou.'),
              )}
              {flag(
                'show_carrousel_continue_module',
                carouselType.continueModules,
                t('Os módulos em que ele parou.'),
              )}
              {flag(
                'show_carrousel_continue_class',
                carouselType.continueLessons,
                t('As aulas em que ele parou.'),
              )}
            </div>
          ),
        },
        {
          value: 'trending',
          label: t('Em alta'),
          panel: flag(
            'show_carrousel_highlight',
            carouselType.trending,
            t('Os cursos mais assistidos nos últimos 14 dias.'),
          ),
        },
        {
          value: 'list',
          label: t('Minha lista'),
          panel: (
            <SwitchSetting
              label={t(systemTitles[carouselType.myList])}
              hint={t('O que cada aluno guardou com o coração.')}
              value={isPublished(carouselType.myList)}
              save={(on) => setMyList.mutateAsync({ body: { mylist_status: on } })}
              failure={messages.saveFailed}
              toastFor={TOAST_MS}
            />
          ),
        },
      ]}
    />
  );
}
