/** Country codes of the root zone, then the generic top-level domains that occur in customers' data. */
const TOP_LEVELS = new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck ' +
    'cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr ' +
    'gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls ' +
    'lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ' +
    'ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj ' +
    'tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw ' +
    'com net org edu gov mil int info biz name pro mobi jobs travel museum aero coop cat tel asia post xxx app dev page online site ' +
    'website store shop tech cloud live life world today news media agency company services solutions group team email homes house ' +
    'construction contractors builders repair energy solar church school family club vip xyz top one global studio design digital'
  ).split(' '),
);

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether HubSpot would accept an address: its form, and an existing top-level domain (docs/vendors/hubspot.md, 8: `.con`,
 * `.lcom`, `None` and a bare `@` are refused). Surrounding blanks are not tolerated here: the documentation leaves that
 * open, and the stricter reading shows which client trims.
 */
export function isDeliverableForm(address: string): boolean {
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > 254) return false;
  const labels = address.slice(at + 1).split('.');
  const topLevel = labels.at(-1)?.toLowerCase() ?? '';
  return (
    LOCAL_PART.test(address.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    (TOP_LEVELS.has(topLevel) || topLevel.startsWith('xn--'))
  );
}
