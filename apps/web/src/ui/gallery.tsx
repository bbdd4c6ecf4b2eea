// Every primitive on one page, for looking. Development only: no entry of the build leads here.
//   npx vite apps/web   →   /src/ui/gallery.html  (#drawer, #sheet, #type opens that layer)
import {
  Check,
  CircleHelp,
  Download,
  House,
  Image as ImageIcon,
  Link2,
  LogOut,
  Palette,
  Pencil,
  Play,
  Plus,
  Trash2,
  User,
  Users,
} from 'lucide-react';
import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles.css';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CounterField } from './counter-field.tsx';
import { cx } from './cx.ts';
import { DrawerFooter, DrawerPanel } from './drawer-panel.tsx';
import { Drawer } from './drawer.tsx';
import { EditChrome } from './edit-chrome.tsx';
import { IconButton } from './icon-button.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { LoadMore } from './load-more.tsx';
import { Menu } from './menu.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RichText } from './rich-text.tsx';
import { SaveBar } from './save-bar.tsx';
import { SearchField } from './search-field.tsx';
import { Segmented } from './segmented.tsx';
import { Select } from './select.tsx';
import { SideSheet } from './side-sheet.tsx';
import { SortableList } from './sortable-list.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';
import { Switch, SwitchField } from './switch.tsx';
import { Tabs } from './tabs.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import en from './texts.en.json' with { type: 'json' };
import es from './texts.es.json' with { type: 'json' };
import pt from './texts.pt.json' with { type: 'json' };
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { Tooltip } from './tooltip.tsx';
import { changeTexts } from './translation.ts';
import { TypeToConfirm } from './type-to-confirm.tsx';
import { UploadBox } from './upload-box.tsx';

const language = new URLSearchParams(location.search).get('lng') ?? 'pt';
changeTexts(language, { pt, en, es }[language] ?? pt);

function Gallery() {
  return (
    <main>
      <h1 className="sr-only">Sala ui</h1>
      <Scope name="Site escuro">
        <Parts site />
      </Scope>
      <Scope name="Site claro" ground="light">
        <Parts site />
      </Scope>
      <EditChrome>
        <Scope name="Modo edição">
          <Parts />
        </Scope>
      </EditChrome>
      <Layers />
      <Toaster />
    </main>
  );
}

function Scope({
  name,
  ground,
  children,
}: {
  name: string;
  ground?: 'light';
  children: ReactNode;
}) {
  return (
    <section
      data-ground={ground}
      className="bg-ground px-5 py-10 font-sans text-16 text-text md:px-14"
    >
      <h2 className="site-title mb-8 text-28">{name}</h2>
      {children}
    </section>
  );
}

function Box({
  title,
  wide,
  bare,
  children,
}: {
  title: string;
  wide?: boolean;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={cx('min-w-0', wide && 'lg:col-span-2')}>
      <h3 className="mb-3 text-14 text-text-2">{title}</h3>
      <div
        className={cx(
          'overflow-hidden rounded-card bg-surface-1 ring-1 ring-line ring-inset',
          !bare && 'flex flex-col gap-5 p-6',
        )}
      >
        {children}
      </div>
    </div>
  );
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true };
const nothing = () => undefined;
const longName = 'Maria Eduarda de Albuquerque Cavalcanti Nogueira dos Santos';

function Parts({ site = false }: { site?: boolean }) {
  const size = site ? 'lg' : 'md';
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 xl:grid-cols-3">
      <Box title="Botões">
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            size={size}
            icon={site && <Play {...icon} fill="currentColor" />}
          >
            {site ? 'Começar agora' : 'Salvar'}
          </Button>
          <Button size={size} icon={<Plus {...icon} />}>
            Minha lista
          </Button>
          <Button variant="ghost" size={size}>
            Descartar
          </Button>
          <Button variant="danger" size={size}>
            Excluir
          </Button>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size={size} disabled>
            Salvar
          </Button>
          <Button variant="primary" size={size} busy>
            Salvar
          </Button>
          <Button variant="danger" size={size} disabled>
            Excluir
          </Button>
          <Button size="sm">Pequeno</Button>
          <Tooltip text="Você pode criar no máximo 3 (três) links">
            <Button aria-disabled icon={<Plus {...icon} />}>
              Novo link
            </Button>
          </Tooltip>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <IconButton label="Editar">
            <Pencil {...icon} />
          </IconButton>
          <IconButton label="Baixar" variant="secondary">
            <Download {...icon} />
          </IconButton>
          <Badge tone="count">4</Badge>
          <Badge>Olhar treinado</Badge>
          <Badge tone="brand">Novo</Badge>
          <Badge tone="ok">Ativa</Badge>
          <Badge tone="warn">Rascunho</Badge>
          <Badge tone="error">Quebrado</Badge>
        </div>
      </Box>
      <Fields />
      <Choices />
      <Box title="Pessoas e progresso">
        {[longName, 'João Castro', 'Ana'].map((name, index) => (
          <div key={name} className="flex items-center gap-3">
            <Avatar name={name} size={44} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{name}</p>
              <p className="text-13 text-text-2">há {index + 3} min</p>
            </div>
            <Badge>Nível {index + 5}</Badge>
          </div>
        ))}
        <ProgressBar label="Progresso" value={0.62} />
        <ProgressBar label="Nível" value={0.2} height={6} />
      </Box>
      <Box title="Carregando" bare>
        <Skeleton shape="row" count={3} />
        <div className="p-4">
          <Skeleton shape="text" count={3} />
        </div>
      </Box>
      <Box title="Vazio e erro" bare>
        <EmptyState
          icon={<Users size={22} strokeWidth={1.75} />}
          title="Você não possui comunidades criadas."
          text="Junte seus alunos num lugar só, com canais e ranking."
          action={
            <Button variant="primary" icon={<Plus {...icon} />}>
              Criar
            </Button>
          }
        />
        <ErrorState title="Os carrosséis não carregaram" onRetry={nothing} />
      </Box>
      <Links />
      <Uploads />
      <Box title="Salvar" bare>
        <SaveBar dirty onSave={nothing} onDiscard={nothing} />
        <SaveBar dirty saving onSave={nothing} onDiscard={nothing} />
        <SaveBar dirty uploading={0.62} onSave={nothing} onDiscard={nothing} />
        <SaveBar
          dirty
          error={{ title: 'Erro ao salvar as alterações', text: 'Tente novamente mais tarde' }}
          onSave={nothing}
          onDiscard={nothing}
        />
      </Box>
      <Box title="Texto formatado" wide>
        <RichText
          label="Termos de uso"
          value="<p>O acesso vale por <strong>12 meses</strong> e é <em>pessoal</em>.</p><ul><li>Aulas</li><li>Comunidade</li></ul>"
          onChange={nothing}
          hint="Aparece no rodapé."
        />
      </Box>
      <Actions />
    </div>
  );
}

function Fields() {
  const [name, setName] = useState('Estúdio: retrato e ensaio de bicho e gente, turma');
  const [font, setFont] = useState('poppins');
  return (
    <Box title="Campos">
      <CounterField
        label="Nome da comunidade"
        required
        max={50}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Link de upsell"
        required
        defaultValue="contraluz,com.br/estudio"
        error="Link inválido"
      />
      <TextField
        label="Tempo em cada banner"
        defaultValue="6"
        suffix="segundos"
        inputMode="numeric"
      />
      <SearchField label="Buscar produto" onSearch={nothing} defaultValue="Plano" />
      <Select
        label="Fonte"
        value={font}
        onValueChange={setFont}
        options={[
          { value: 'poppins', label: 'Poppins' },
          { value: 'lato', label: 'Lato', note: 'Só 400 e 700' },
        ]}
      />
      <TextArea label="Descrição" placeholder="Conte em uma frase" hint="Aparece na busca." />
    </Box>
  );
}

function Choices() {
  const [on, setOn] = useState(true);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [kind, setKind] = useState<'auto' | 'light' | 'dark'>('auto');
  const [tab, setTab] = useState<'points' | 'levels' | 'rewards'>('points');
  return (
    <Box title="Escolhas">
      <SwitchField
        label="Comunidade privada"
        hint="Só entra quem tem um dos produtos abaixo."
        checked={on}
        onCheckedChange={(next) => {
          setOn(next);
          setSavedAt(Date.now());
        }}
        savedAt={savedAt}
      />
      <div className="flex gap-4">
        <Switch aria-label="Ligado" checked onCheckedChange={nothing} />
        <Switch aria-label="Desligado" checked={false} onCheckedChange={nothing} />
      </div>
      <Segmented
        label="Botões"
        value={kind}
        onValueChange={setKind}
        options={[
          { value: 'auto', label: 'Automático' },
          { value: 'light', label: 'Claro' },
          { value: 'dark', label: 'Escuro' },
        ]}
      />
      <Segmented
        label="Cartões"
        wide
        value={kind}
        onValueChange={setKind}
        options={[
          { value: 'auto', label: 'Horizontal' },
          { value: 'light', label: 'Vertical' },
        ]}
      />
      <Checkbox label="Lembrar de mim" hint="Neste aparelho, por 30 dias." defaultChecked />
      <Checkbox label="Receber e-mails" />
      <Tabs
        label="Gamificação"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'points', label: 'Pontos', panel: <p className="text-14">5 aulas = 50 XP</p> },
          {
            value: 'levels',
            label: 'Níveis',
            count: 7,
            panel: <p className="text-14">7 níveis</p>,
          },
          { value: 'rewards', label: 'Recompensas', panel: <p className="text-14">6</p> },
        ]}
      />
    </Box>
  );
}

function Links() {
  const [links, setLinks] = useState([
    { id: 1, title: 'Agenda do ateliê', url: 'agenda.jenipapo.art.br' },
    { id: 2, title: 'Loja de papéis', url: 'jenipapo.art.br/loja?ref=area-de-membros' },
    { id: 3, title: 'Clube da aquarela', url: 'Comunidade' },
    { id: 4, title: longName, url: 'exemplo.com' },
  ]);
  return (
    <Box title="Lista que reordena" bare>
      <SortableList
        label="Links"
        items={links}
        getId={(link) => link.id}
        getLabel={(link) => link.title}
        onReorder={(ids) =>
          setLinks(ids.flatMap((id) => links.find((link) => link.id === id) ?? []))
        }
        rowClassName="not-last:border-b not-last:border-line"
        renderRow={(link, { handle, moveMenuItems }) => (
          <div className="flex h-16 items-center gap-2 pr-2 pl-3">
            {handle}
            <div className="min-w-0 flex-1">
              <p className="truncate text-14 font-semibold">{link.title}</p>
              <p className="truncate text-13 text-text-2">{link.url}</p>
            </div>
            <Menu
              label={`Opções de ${link.title}`}
              items={[
                { id: 'edit', label: 'Editar', icon: <Pencil {...icon} />, onSelect: nothing },
                'separator',
                ...moveMenuItems,
                'separator',
                {
                  id: 'remove',
                  label: 'Remover',
                  icon: <Trash2 {...icon} />,
                  danger: true,
                  onSelect: nothing,
                },
              ]}
            />
          </div>
        )}
      />
    </Box>
  );
}

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="#35563f"/><circle cx="220" cy="70" r="46" fill="#f0b44a"/><path d="M0 180 90 80l70 70 50-40 110 70z" fill="#1d3327"/></svg>',
)}`;

function Uploads() {
  const shared = {
    accept: 'image/png,image/jpeg',
    maxBytes: 5 * 1024 ** 2,
    limits: 'PNG ou JPG, até 5 MB',
    onFile: nothing,
    onCancel: nothing,
    onRetry: nothing,
  };
  return (
    <Box title="Envio">
      <UploadBox label="Vazio" state={{ kind: 'empty' }} {...shared} />
      <UploadBox
        label="Enviando"
        state={{
          kind: 'uploading',
          loaded: 11.4 * 1024 ** 2,
          total: 18.4 * 1024 ** 2,
          secondsLeft: 20,
        }}
        preview={<img src={picture} alt="" />}
        {...shared}
      />
      <UploadBox
        label="Falhou"
        state={{ kind: 'error', text: 'A conexão caiu. O arquivo continua aqui.' }}
        preview={<img src={picture} alt="" />}
        onRemove={nothing}
        {...shared}
      />
    </Box>
  );
}

function Actions() {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  return (
    <Box title="Camadas">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('confirm')}>Confirmar</Button>
        <Button onClick={() => setOpen('type')}>Excluir com palavra</Button>
        <Button onClick={() => setOpen('leave')}>Sair sem salvar</Button>
        <Button onClick={() => toast.success('Link copiado')}>Aviso</Button>
        <Button onClick={() => toast.undo('Plano Estúdio anual removido', nothing)}>
          Desfazer
        </Button>
        <Button
          onClick={() =>
            toast.error('Erro ao salvar', { description: 'Tente novamente mais tarde' })
          }
        >
          Erro
        </Button>
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        danger
        title="Remover Loja de papéis"
        text="Ele some do menu dos alunos."
        confirmLabel="Remover"
        onConfirm={() => new Promise((_, fail) => setTimeout(() => fail(new Error('')), 600))}
      />
      <TypeToConfirm
        open={open === 'type'}
        onClose={close}
        title="Excluir Estúdio: retrato e ensaio"
        onConfirm={nothing}
      >
        Vão junto <b>12 publicações</b> e <b>340 comentários</b>. Não dá para desfazer.
      </TypeToConfirm>
      <LeaveDialog
        open={open === 'leave'}
        onStay={close}
        onDiscard={close}
        onSave={nothing}
        text="Você mudou a cor principal e o título do banner."
      />
      <LoadMore hasMore busy={false} auto={false} onMore={nothing} />
    </Box>
  );
}

const sections = [
  { title: 'Vitrine', now: '8 carrosséis, 1 não publicado', icon: <ImageIcon {...icon} /> },
  { title: 'Aparência', now: '#FFB238, Poppins', icon: <Palette {...icon} /> },
  { title: 'Header', now: '2 de 3 links personalizados', icon: <Link2 {...icon} /> },
];

function Layers() {
  const [open, setOpen] = useState(location.hash.slice(1));
  const [inside, setInside] = useState(false);
  return (
    <section className="flex flex-wrap gap-3 bg-ground px-5 py-10 md:px-14">
      <Button variant="primary" onClick={() => setOpen('drawer')}>
        Editar site
      </Button>
      <Button onClick={() => setOpen('sheet')}>Menu lateral</Button>
      <Drawer
        open={open === 'drawer'}
        label="Modo edição"
        onClose={() => setOpen('')}
        onBack={() => setInside(false)}
        layers={[
          { id: 'root', element: <RootPanel onOpen={() => setInside(true)} /> },
          ...(inside ? [{ id: 'inside', element: <InsidePanel /> }] : []),
        ]}
      />
      <SideSheet
        open={open === 'sheet'}
        onClose={() => setOpen('')}
        label="Menu"
        phone="bottom"
        footer={
          <button type="button" className="flex h-13 w-full items-center gap-4 font-medium">
            <LogOut size={20} strokeWidth={1.75} aria-hidden /> Desconectar
          </button>
        }
      >
        <div className="flex items-center gap-4 pb-6">
          <Avatar name="Marina Teles" size={60} />
          <div>
            <p className="text-14 text-text-2">Boa noite,</p>
            <p className="text-18 font-semibold">Marina Teles</p>
          </div>
        </div>
        {[<House key="h" {...icon} />, <User key="u" {...icon} />].map((place, index) => (
          <a key={index} href="#x" className="flex h-13 items-center gap-4 font-medium">
            {place} {index ? 'Meu perfil' : 'Início'}
          </a>
        ))}
      </SideSheet>
    </section>
  );
}

function RootPanel({ onOpen }: { onOpen: () => void }) {
  return (
    <DrawerPanel
      flush
      title="Você está no modo edição"
      description="O que você muda aqui aparece na hora no site."
      footer={
        <DrawerFooter>
          <span className="flex items-center gap-2">
            <Check size={16} strokeWidth={2} aria-hidden /> Tudo salvo
          </span>
          <Button variant="ghost" icon={<CircleHelp {...icon} />}>
            Ajuda
          </Button>
        </DrawerFooter>
      }
    >
      <ul className="px-3">
        {Array.from({ length: 4 }, (_, round) =>
          sections.map((section) => (
            <li key={section.title + round}>
              <button
                type="button"
                onClick={onOpen}
                className="flex h-15 w-full items-center gap-3.5 rounded-card px-3 text-left hover:bg-hover"
              >
                <span className="grid size-9 place-items-center rounded-control bg-surface-2 text-text-2">
                  {section.icon}
                </span>
                <span>
                  <span className="block font-semibold">{section.title}</span>
                  <span className="block text-13 text-text-2">{section.now}</span>
                </span>
              </button>
            </li>
          )),
        )}
      </ul>
    </DrawerPanel>
  );
}

function InsidePanel() {
  return (
    <DrawerPanel
      title="Editar comunidade"
      footer={
        <SaveBar dirty onSave={() => toast.success('Alterações salvas')} onDiscard={nothing} />
      }
    >
      <div className="flex flex-col gap-5">
        <Fields />
        <Choices />
      </div>
    </DrawerPanel>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
