import { rawZip } from './raw-zip.ts';

type Files = Record<string, string | Buffer>;

/**
 * Courses in the format of Canvas exports: its namespaces, identifiers, second copy of each quiz,
 * and documents under course_settings. We wrote the content.
 */

const canvas = 'xmlns="http://canvas.instructure.com/xsd/cccv1p0"';
const settings = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';
const assessment = 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment';

const zipOf = (files: Files) =>
  rawZip(Object.entries(files).map(([name, data]) => ({ name, data })));

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
const escaped = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A manifest of Common Cartridge 1.3, or 1.1 for older exports. */
const manifest = (title: string, organization: string, resources: string, version = '1p3') =>
  xml(`<manifest identifier="i00" xmlns="http://www.imsglobal.org/xsd/imsccv${version}/imscp_v1p1"
  xmlns:lom="http://ltsc.ieee.org/xsd/imsccv${version}/LOM/resource"
  xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv${version}/LOM/manifest"
  xmlns:cpx="http://www.imsglobal.org/xsd/imsccv${version}/imscp_extensionv1p2">
  <metadata>
    <schema>IMS Common Cartridge</schema>
    <schemaversion>${version.replace('p', '.')}.0</schemaversion>
    <lomimscc:lom>
      <lomimscc:general><lomimscc:title><lomimscc:string>${title}</lomimscc:string></lomimscc:title></lomimscc:general>
      <lomimscc:rights><lomimscc:copyrightAndOtherRestrictions><lomimscc:value>yes</lomimscc:value></lomimscc:copyrightAndOtherRestrictions>
        <lomimscc:description><lomimscc:string>Private (Copyrighted)</lomimscc:string></lomimscc:description></lomimscc:rights>
    </lomimscc:lom>
  </metadata>
  ${organization}
  <resources>${resources}</resources>
</manifest>`);

const organization = (items: string) =>
  `<organizations><organization identifier="org_1" structure="rooted-hierarchy"><item identifier="LearningModules">${items}</item></organization></organizations>`;

const item = (id: string, title: string, resource?: string) =>
  `<item identifier="${id}"${resource ? ` identifierref="${resource}"` : ''}><title>${title}</title></item>`;

/** A resource whose main file is named in `file` only, as in most of Canvas' resources. */
const resource = (id: string, type: string, file: string, inside = '') =>
  `<resource identifier="${id}" type="${type}">${inside}<file href="${file}"/></resource>`;

const webcontent = (id: string, file: string, inside = '') =>
  `<resource type="webcontent" identifier="${id}" href="${file}">${inside}<file href="${file}"/></resource>`;

/** An assignment, with the page that replaces it in tools without assignments. */
const assignment = (id: string, page: string) =>
  `<resource identifier="${id}" type="assignment_xmlv1p0" href="${id}/assignment.xml"><file href="${id}/assignment.xml"/></resource>` +
  resource(
    `${id}_fallback`,
    'webcontent',
    `${id}/${page}`,
    `<cpx:variant identifier="${id}_variant" identifierref="${id}"><cpx:metadata/></cpx:variant>`,
  );

const assignmentXml = (id: string, title: string, html: string, submission: string) =>
  xml(`<assignment identifier="${id}" xmlns="http://www.imsglobal.org/xsd/imscc_extensions/assignment">
  <title>${title}</title>
  <text texttype="text/html">${escaped(html)}</text>
  <gradable points_possible="10.0">true</gradable>
  <submission_formats>${submission}</submission_formats>
  <extensions><assignment identifier="${id}_canvas" ${canvas}><title>${title}</title><workflow_state>published</workflow_state><due_at/></assignment></extensions>
</assignment>`);

const page = (title: string, body: string) => `<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
<title>${title}</title>
<meta name="workflow_state" content="active"/>
</head>
<body>
${body}
</body>
</html>`;

const role = (name: string) =>
  `<metadata><lom:lom><lom:educational><lom:intendedEndUserRole><lom:source>IMSGLC_CC_Rolesv1p1</lom:source><lom:value>${name}</lom:value></lom:intendedEndUserRole></lom:educational></lom:lom></metadata>`;

/** The resources of a quiz: the standard's file, and Canvas' copy behind a dependency. */
const quizResources = (id: string) =>
  `<resource identifier="${id}" type="${assessment}"><file href="${id}/assessment_qti.xml"/><dependency identifierref="${id}_meta"/></resource>` +
  `<resource identifier="${id}_meta" type="${settings}" href="${id}/assessment_meta.xml"><file href="${id}/assessment_meta.xml"/><file href="non_cc_assessments/${id}.xml.qti"/></resource>`;

// Quizzes -------------------------------------------------------------------------------------

const fields = (values: Record<string, string>) =>
  `<qtimetadata>${Object.entries(values)
    .map(
      ([label, entry]) =>
        `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`,
    )
    .join('')}</qtimetadata>`;

const material = (html: string) =>
  `<material><mattext texttype="text/html">${escaped(html)}</mattext></material>`;

interface Question {
  id: string;
  title?: string;
  html: string;
  /** The answers: how many may be chosen, their texts by ident, and the right ones. */
  answers?: string;
  processing?: string;
  feedback?: string;
  /** The question type in the standard's file. Without it, only Canvas' file holds the question. */
  common?: string;
  own: string;
}

const choices = (cardinality: string, options: [ident: string, text: string][]) =>
  `<response_lid ident="response1" rcardinality="${cardinality}"><render_choice>${options
    .map(
      ([ident, text]) =>
        `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`,
    )
    .join('')}</render_choice></response_lid>`;

const equal = (ident: string) => `<varequal respident="response1">${ident}</varequal>`;
const scored = (condition: string, feedback = '') =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">100</setvar>${feedback}</respcondition>`;
const shows = (id: string) => `<displayfeedback feedbacktype="Response" linkrefid="${id}"/>`;
const feedbackRule = (condition: string, id: string) =>
  `<respcondition continue="Yes"><conditionvar>${condition}</conditionvar>${shows(id)}</respcondition>`;
const feedbackItem = (id: string, text: string) =>
  `<itemfeedback ident="${id}"><flow_mat>${material(`<p>${text}</p>`)}</flow_mat></itemfeedback>`;

const question = (one: Question, ident: string, metadata: Record<string, string>) =>
  `<item ident="${ident}" title="${one.title ?? 'Question'}"><itemmetadata>${fields(metadata)}</itemmetadata>
  <presentation>${material(`<div>${one.html}</div>`)}${one.answers ?? ''}</presentation>
  ${one.processing ? `<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${one.processing}</resprocessing>` : ''}${one.feedback ?? ''}</item>`;

const assessmentXml = (id: string, title: string, values: Record<string, string>, items: string) =>
  xml(
    `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="${id}" title="${title}">${fields(values)}<section ident="root_section">${items}</section></assessment></questestinterop>`,
  );

/** Both files of a quiz. With `grouped`, Canvas' file draws each question from a group. */
function quizFiles(id: string, title: string, questions: Question[], grouped = false): Files {
  const common = questions.flatMap((one) =>
    one.common ? [question(one, one.id, { cc_profile: one.common })] : [],
  );
  const elements = questions.map((one) => {
    const written = question(one, `${one.id}_own`, {
      question_type: one.own,
      points_possible: one.own === 'text_only_question' ? '0' : '1.0',
      assessment_question_identifierref: one.id,
    });
    return grouped && one.own !== 'text_only_question'
      ? `<section ident="${one.id}_group" title="Grupo"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>1.0</points_per_item></selection_extension></selection></selection_ordering>${written}</section>`
      : written;
  });
  return {
    [`${id}/assessment_qti.xml`]: assessmentXml(
      id,
      title,
      {
        cc_profile: 'cc.exam.v0p1',
        qmd_assessmenttype: 'Examination',
        qmd_scoretype: 'Percentage',
        cc_maxattempts: '1',
      },
      common.join(''),
    ),
    [`${id}/assessment_meta.xml`]: xml(
      `<quiz identifier="${id}" ${canvas}><title>${title}</title><description>${escaped('<p><strong>Vale a nota do módulo</strong></p>')}</description><quiz_type>assignment</quiz_type><points_possible>1.0</points_possible><allowed_attempts>1</allowed_attempts><assignment identifier="${id}_a"><title>${title}</title><points_possible>1.0</points_possible></assignment></quiz>`,
    ),
    [`non_cc_assessments/${id}.xml.qti`]: assessmentXml(
      id,
      title,
      { cc_maxattempts: '1' },
      elements.join(''),
    ),
  };
}

const essay: Question = {
  id: 'q-essay',
  title: 'Conte o que viu',
  html: '<p>Escreva sobre a luz da sua janela.</p>',
  common: 'cc.essay.v0p1',
  own: 'essay_question',
  answers:
    '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1" rshuffle="No"/></render_fib></response_str>',
  processing: `<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>`,
};

// The three exports -----------------------------------------------------------------------------

const link = (title: string, target: string) =>
  `<a title="${title}" href="%24${target}" data-api-endpoint="https://escola.test/api/v1/courses/2" data-api-returntype="Page">${title}</a>`;

const linksHtml = `<p>Uma página: ${link('página de exemplo', 'WIKI_REFERENCE%24/pages/pagina')}</p>
<p>Um trabalho: ${link('Trabalho do retrato', 'CANVAS_OBJECT_REFERENCE%24/assignments/i70')}</p>
<p>Um questionário: ${link('Prova curta', 'CANVAS_OBJECT_REFERENCE%24/quizzes/i71')}</p>
<p>Um aviso: ${link('Aviso da turma', 'CANVAS_OBJECT_REFERENCE%24/discussion_topics/i72')}</p>
<p>Uma conversa: ${link('Conversa simples', 'CANVAS_OBJECT_REFERENCE%24/discussion_topics/i73')}</p>
<p>Um módulo: ${link('módulo 1', 'CANVAS_OBJECT_REFERENCE%24/modules/i74')}</p>
<p>Um documento: <a class="instructure_file_link" title="Apostila .pdf" href="%24IMS-CC-FILEBASE%24/apostila.pdf?canvas_download=1&amp;canvas_qs_wrap=1">apostila.pdf</a></p>
<p>Uma foto: <a class="instructure_file_link" title="foto.jpg" href="%24IMS-CC-FILEBASE%24/foto.jpg?canvas_download=1&amp;canvas_qs_wrap=1">foto.jpg</a></p>
<p>E para fora: <a href="https://exemplo.test">exemplo</a></p>`;

/** Files of the course. The tests count their bytes. */
export const courseFiles = {
  'web_resources/apostila.pdf': Buffer.from(`%PDF-1.4\n${'% uma folha\n'.repeat(90)}%%EOF`),
  'web_resources/foto.jpg': Buffer.from(
    '/9j/2wBDACgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////2wBDASgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////wgARCAAMABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUAQEAAAAAAAAAAAAAAAAAAAAE/9oADAMBAAIQAxAAAACQVP8A/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPwAf/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwB//9k=',
    'base64',
  ),
};

/** A course with one module that holds one item of every kind that Canvas knows. */
export function canvasCourse(): Buffer {
  const moduleItem = (id: string, type: string, title: string) =>
    `<item identifier="${id}"><content_type>${type}</content_type><workflow_state>active</workflow_state><title>${title}</title><new_tab/><indent>0</indent></item>`;
  const essayOf = 'ia10';
  const linked = 'ia11';
  const quiz = 'iq12';
  const items = [
    item('m1', 'Primeiro trabalho', essayOf),
    item('m2', 'Primeiro questionário', quiz),
    item('m3', 'Primeira página', 'ip13'),
    item('m4', 'Primeira conversa', 'id14'),
    item('m5', 'Título no meio'),
    item('m6', 'Primeira ligação', 'il15'),
    item('m7', 'Apostila', 'if16'),
    // Canvas writes no resource for a tool; module_meta.xml describes it.
    item('m8', 'Ferramenta de fora', 'it17'),
    item('m9', 'foto.jpg', 'if18'),
    item('m10', 'Trabalho com ligações', linked),
    item('m11', 'Um trecho: 1930–1960 (60:00)', 'ip19'),
  ].join('');
  const excerpt = 'web_resources/CourseFiles/_assoc/672C02/Um_trecho__1930-1960__60_00_.html';
  const resources = [
    `<resource identifier="is1" type="${settings}" href="course_settings/canvas_export.txt"><file href="course_settings/course_settings.xml"/><file href="course_settings/module_meta.xml"/><file href="course_settings/canvas_export.txt"/></resource>`,
    webcontent('ip19', excerpt),
    webcontent('ip13', 'wiki_content/primeira-pagina.html'),
    assignment(essayOf, 'primeiro-trabalho.html'),
    resource('id14', 'imsdt_xmlv1p1', 'id14.xml', '<dependency identifierref="id14_meta"/>'),
    `<resource identifier="id14_meta" type="${settings}" href="id14_meta.xml"><file href="id14_meta.xml"/></resource>`,
    resource('il15', 'imswl_xmlv1p1', 'il15.xml'),
    `<resource identifier="ib20" type="${settings}" href="non_cc_assessments/ib20.xml.qti"><file href="non_cc_assessments/ib20.xml.qti"/></resource>`,
    quizResources(quiz),
    webcontent('if18', 'web_resources/foto.jpg'),
    webcontent('if16', 'web_resources/apostila.pdf'),
    assignment(linked, 'trabalho-com-ligacoes.html'),
    webcontent('if21', 'web_resources/foto.jpg'),
    webcontent('if22', 'web_resources/som.mp3'),
    // Real exports have two resources with one identifier.
    webcontent('if23', 'web_resources/publicado.pdf'),
    webcontent('if23', 'web_resources/publicado-2.pdf', role('Learner')),
    webcontent('if24', 'web_resources/rascunho.pdf', role('Instructor')),
  ].join('');
  const files: Files = {
    'imsmanifest.xml': manifest(
      'Curso de fotografia',
      organization(`<item identifier="im9"><title>Módulo de abertura</title>${items}</item>`),
      resources,
    ),
    'course_settings/canvas_export.txt': 'Canvas',
    'course_settings/course_settings.xml': xml(
      `<course identifier="is1" ${canvas}><title>Curso de fotografia</title></course>`,
    ),
    'course_settings/module_meta.xml': xml(
      `<modules ${canvas}><module identifier="im9"><title>Módulo de abertura</title><workflow_state>unpublished</workflow_state><items>${[
        moduleItem('m1', 'Assignment', 'Primeiro trabalho'),
        moduleItem('m5', 'ContextModuleSubHeader', 'Título no meio'),
        moduleItem('it17', 'ContextExternalTool', 'Ferramenta de fora'),
      ].join('')}</items></module></modules>`,
    ),
    [excerpt]: '<p>\n  Um texto que não é página inteira,\n  só um parágrafo.\n</p>',
    'wiki_content/primeira-pagina.html': page(
      'Primeira página',
      '<p><strong>Um texto de página</strong></p>',
    ),
    [`${essayOf}/assignment.xml`]: assignmentXml(
      essayOf,
      'Primeiro trabalho',
      '<p><strong>Um texto de trabalho</strong></p>',
      '',
    ),
    [`${essayOf}/primeiro-trabalho.html`]: page(
      'Assignment: Primeiro trabalho',
      '<p><strong>Um texto de trabalho</strong></p>',
    ),
    'id14.xml': xml(
      `<topic xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imsdt_v1p1"><title>Primeira conversa</title><text texttype="text/html">${escaped('<p><strong>Um texto de conversa</strong></p>')}</text></topic>`,
    ),
    'id14_meta.xml': xml(
      `<topicMeta identifier="id14_meta" ${canvas}><topic_id>id14</topic_id><title>Primeira conversa</title><type>topic</type></topicMeta>`,
    ),
    'il15.xml': xml(
      `<webLink xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imswl_v1p1"><title>Primeira ligação</title><url href="http://exemplo.test"/></webLink>`,
    ),
    'non_cc_assessments/ib20.xml.qti': xml(
      `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><objectbank ident="ib20">${fields({ bank_title: 'Questões soltas' })}</objectbank></questestinterop>`,
    ),
    ...quizFiles(quiz, 'Primeiro questionário', [
      {
        id: 'q1',
        title: 'Escolha',
        html: '<p>A resposta certa é D</p>',
        common: 'cc.multiple_choice.v0p1',
        own: 'multiple_choice_question',
        answers: choices('Single', [
          ['5276', 'A'],
          ['2904', 'B'],
          ['5383', 'C'],
          ['4935', 'D'],
        ]),
        processing: scored(equal('4935')),
      },
    ]),
    ...courseFiles,
    [`${linked}/assignment.xml`]: assignmentXml(
      linked,
      'Trabalho com ligações',
      linksHtml,
      '<format type="text"/>',
    ),
    [`${linked}/trabalho-com-ligacoes.html`]: page('Assignment: Trabalho com ligações', linksHtml),
  };
  return zipOf(files);
}

/** A quiz with every type of question, outside every module. */
export function canvasQuiz(): Buffer {
  const unsupported = (
    id: string,
    own: string,
    title: string | undefined,
    html: string,
  ): Question => ({
    id,
    own,
    html,
    ...(title ? { title } : {}),
  });
  const lists = ['cor1', 'cor2']
    .map(
      (name, index) =>
        `<response_lid ident="response_${name}"><material><mattext>${name}</mattext></material><render_choice><response_label ident="${index}1"><material><mattext texttype="text/plain">AZUL</mattext></material></response_label><response_label ident="${index}2"><material><mattext texttype="text/plain">LARANJA</mattext></material></response_label></render_choice></response_lid>`,
    )
    .join('');
  const questions: Question[] = [
    {
      id: 'q-choice',
      html: '<p>Quantas letras tem "LUZ"?</p>',
      common: 'cc.multiple_choice.v0p1',
      own: 'multiple_choice_question',
      answers: choices('Single', [
        ['5713', '1'],
        ['631', '2'],
        ['2798', '3'],
        ['8347', '4'],
      ]),
      processing:
        feedbackRule('<other/>', 'general_fb') +
        ['5713', '631', '2798', '8347'].map((id) => feedbackRule(equal(id), `${id}_fb`)).join('') +
        scored(equal('2798'), shows('correct_fb')) +
        feedbackRule('<other/>', 'general_incorrect_fb'),
      feedback:
        feedbackItem('general_fb', 'conte de novo') +
        feedbackItem('correct_fb', 'muito bem') +
        feedbackItem('general_incorrect_fb', 'que pena') +
        feedbackItem('631_fb', 'mais uma'),
    },
    {
      id: 'q-true',
      html: '<p>A lua tem luz própria</p>',
      common: 'cc.true_false.v0p1',
      own: 'true_false_question',
      answers: choices('Single', [
        ['9266', 'True'],
        ['4614', 'False'],
      ]),
      processing: scored(equal('4614')),
    },
    {
      id: 'q-several',
      html: '<p>Marque todas as letras</p>',
      common: 'cc.multiple_response.v0p1',
      own: 'multiple_answers_question',
      answers: choices('Multiple', [
        ['561', 'A'],
        ['5963', '1'],
        ['4942', '2'],
        ['5073', 'B'],
        ['5816', 'C'],
      ]),
      processing: scored(
        `<and>${equal('561')}<not>${equal('5963')}</not><not>${equal('4942')}</not>${equal('5073')}${equal('5816')}</and>`,
      ),
    },
    {
      ...unsupported(
        'q-lists',
        'multiple_dropdowns_question',
        undefined,
        '<p>O céu é [cor1], a areia é [cor2]</p>',
      ),
      answers: lists,
    },
    unsupported('q-match', 'matching_question', undefined, '<p>Ligue as colunas!</p>'),
    unsupported('q-number', 'numerical_question', undefined, '<p>Adivinhe o número</p>'),
    unsupported('q-formula', 'calculated_question', 'conta', '<p>Quanto é [x] + 5?</p>'),
    essay,
    unsupported('q-text', 'text_only_question', 'SÓ TEXTO', '<p>Isto é só um texto</p>'),
    unsupported('q-file', 'file_upload_question', 'ARQUIVO', '<p>Envie um arquivo</p>'),
  ];
  const id = 'iq30';
  return zipOf({
    'imsmanifest.xml': manifest('Escola da Luz', organization(''), quizResources(id)),
    'course_settings/canvas_export.txt': 'Canvas',
    'course_settings/module_meta.xml': xml(`<modules ${canvas}></modules>`),
    ...quizFiles(id, 'TODOS OS TIPOS', questions, true),
  });
}

/** An older export: assignments as pages with their settings beside them, and no organisation. */
export function olderCanvasCourse(): Buffer {
  const titles = ['Entrega conhecida', 'Entrega desconhecida', 'Entrega que falta'];
  const submission = ['online_text_entry', 'not_a_type', null];
  const folder = (index: number) => `2d7d5ca5000${index}`;
  const pageOf = (index: number) => `${folder(index)}/assignment-${index}.html`;
  const resources = titles.map(
    (_, index) =>
      `<resource href="${pageOf(index)}" type="${settings}" identifier="${folder(index)}"><file href="${pageOf(index)}"/><file href="${folder(index)}/assignment_settings.xml"/></resource>`,
  );
  const resource = (id: string, href: string, ...files: string[]) =>
    `<resource identifier="${id}" type="${settings}" href="${href}">${files.map((file) => `<file href="${file}"/>`).join('')}</resource>`;
  return zipOf({
    'imsmanifest.xml': manifest(
      'Curso antigo',
      '<organizations/>',
      resource(
        'i1_settings',
        'course_settings/canvas_export.txt',
        'course_settings/course_settings.xml',
      ) +
        resource('i1_syllabus', 'course_settings/syllabus.html', 'course_settings/syllabus.html') +
        resources.join(''),
      '1p1',
    ),
    'course_settings/canvas_export.txt': 'Canvas',
    'course_settings/course_settings.xml': xml(
      `<course identifier="i1_settings" ${canvas}><title>Curso antigo</title></course>`,
    ),
    ...Object.fromEntries(
      titles.flatMap((title, index) => [
        [
          pageOf(index),
          `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">\n${page(`Assignment: ${title}`, '<p>Um texto de trabalho.</p>')}`,
        ],
        [
          `${folder(index)}/assignment_settings.xml`,
          xml(
            `<assignment ${canvas} identifier="${folder(index)}"><title>${title}</title><workflow_state>active</workflow_state>${submission[index] ? `<submission_types>${submission[index]}</submission_types>` : ''}</assignment>`,
          ),
        ],
      ]),
    ),
  });
}
