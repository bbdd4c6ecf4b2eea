import type { SignedInDevice } from '@vitrine/contract/me';
import { Laptop, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.ts';
import { useListFocus } from '../../ui/list-focus.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useDevices, useEndDevice, useEndOtherDevices } from './me.queries.ts';

/** The member's sessions, each with a button to end it. */
export function DevicesSection() {
  const { t } = useTranslation();
  const devices = useDevices();
  const endOthers = useEndOtherDevices();
  const [confirming, setConfirming] = useState(false);
  const others = devices.data?.filter(({ current }) => !current).length ?? 0;
  const list = useListFocus<HTMLUListElement>(others);
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className="text-18 font-semibold text-text">
        {t('Onde sua conta está conectada')}
      </h2>
      {devices.isPending && <Skeleton shape="row" count={2} className="mt-5" />}
      {devices.isLoadingError && (
        <QueryError query={devices} className="pt-8" title={t('Esta lista não carregou')} />
      )}
      {devices.data && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-labelledby="devices"
          className="mt-5 divide-y divide-line border-y border-line outline-none"
        >
          {devices.data.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button variant="ghost" className="mt-3 -ml-4" onClick={() => setConfirming(true)}>
          {t('Desconectar o outro|Desconectar os outros {{count}}', { count: others })}
        </Button>
      )}
      <LateConfirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('Desconectar os outros aparelhos?')}
        text={t('Sua conta continua conectada só neste aparelho.')}
        confirmLabel={t('Desconectar')}
        onConfirm={() => endOthers.mutateAsync({})}
        finalFocus={() => others > 0 || (list.current ?? true)} // the button goes with the other devices
      />
    </section>
  );
}

function Device({ device: { id, device, mobile, current, last_seen_at } }: DeviceProps) {
  const { t, i18n } = useTranslation();
  const end = useEndDevice();
  const visit = useId();
  const Icon = mobile ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="text-16 font-semibold text-text">{device}</p>
        <p
          id={visit}
          className="mt-0.5 text-14 text-text-2"
          title={current ? undefined : fullTime(last_seen_at, i18n.language)}
        >
          {current
            ? t('Agora, neste aparelho')
            : t('Última visita: {{when}}', { when: relativeTime(last_seen_at, { t, i18n }) })}
        </p>
      </div>
      {!current && (
        <Button
          variant="ghost"
          size="sm"
          busy={end.isPending}
          aria-label={t('Desconectar: {{device}}', { device })}
          // Two devices of one kind differ by their last visit only.
          aria-describedby={visit}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t('Desconectar')}
        </Button>
      )}
    </li>
  );
}

interface DeviceProps {
  device: SignedInDevice;
}
