/** A picture of a sheet, to send to friends: drawn as SVG, then as PNG. Light, whatever the colours of the screen. */
import { made, type SheetShown } from '../sheet/shown';
import { SYMBOLS } from '../cards/cards';

const MARGIN = 36;
const HEAD = 118;
const SIDE = 76;
const ROW = 34;
const NAMES = 40;
const FOOT = 50;
const NARROWEST = 560;
const COLUMN = 104;
const SCALE = 2;
const INK = '#13252b';
const SOFT = '#4a6067';
const LINE = '#c8d6d5';
const GOOD = '#1c6b40';
const BAD = '#b3261e';
const RIVER = '#14606f';
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const TITLE_FONT = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, 'DejaVu Serif', serif";

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** The sheet with its title, and a line below that. */
export function pictureOf(sheet: SheetShown, title: string, below: string): Picture {
  const column = Math.max(COLUMN, (NARROWEST - SIDE - 2 * MARGIN) / sheet.names.length);
  const width = Math.round(2 * MARGIN + SIDE + column * sheet.names.length);
  const height = HEAD + NAMES + ROW * sheet.rows.length + FOOT + MARGIN;
  const x = (person: number): number => MARGIN + SIDE + column * (person + 0.5);
  const best = Math.max(...sheet.totals);
  const parts: string[] = [
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(MARGIN, 58, title, { size: 28, weight: 600, anchor: 'start', font: TITLE_FONT, room: width - 2 * MARGIN }),
    text(MARGIN, 88, below, { size: 16, fill: SOFT, anchor: 'start', room: width - 2 * MARGIN }),
  ];
  sheet.names.forEach((name, person) =>
    parts.push(text(x(person), HEAD + 25, name, { size: 17, weight: 650, room: column - 10 })),
  );
  parts.push(rule(HEAD + NAMES, width, SOFT, 2));
  sheet.rows.forEach((row, index) => {
    const y = HEAD + NAMES + ROW * index;
    const trump = row.trump === undefined ? '' : row.trump === null ? ' –' : ` ${SYMBOLS[row.trump]}`;
    parts.push(text(MARGIN + 8, y + 23, `${row.size}${trump}`, { size: 16, fill: SOFT, anchor: 'start' }));
    sheet.names.forEach((_, person) => {
      const isMade = made(row, person);
      const total = row.totals[person] ?? null;
      if (total !== null)
        parts.push(text(x(person) - 4, y + 23, String(total), { size: 17, weight: isMade ? 700 : 450, anchor: 'end' }));
      const result = isMade === null ? '–' : `${row.bids[person]}${isMade ? '✓' : `✗${row.taken[person]}`}`;
      const fill = isMade === null ? SOFT : isMade ? GOOD : BAD;
      parts.push(text(x(person) + 6, y + 23, result, { size: 14, fill, anchor: 'start' }));
      if (row.dealer === person)
        parts.push(`<circle cx="${x(person) + column / 2 - 10}" cy="${y + 17}" r="3" fill="#9a5b0b"/>`);
    });
    parts.push(rule(y + ROW, width, LINE, 1));
  });
  const end = HEAD + NAMES + ROW * sheet.rows.length;
  parts.push(rule(end, width, SOFT, 2), text(MARGIN + 8, end + 32, 'Σ', { size: 18, weight: 700, anchor: 'start' }));
  sheet.totals.forEach((total, person) => {
    const fill = total === best && sheet.rows.length > 0 ? RIVER : INK;
    parts.push(text(x(person), end + 33, String(total), { size: 22, weight: 750, fill }));
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">${parts.join('')}</svg>`;
  return { svg, width, height };
}

/** The same as PNG, with twice as many points. */
export async function png({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))), 'image/png'),
  );
}

interface Look {
  size: number;
  weight?: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  font?: string;
  /** Points across that there are; a longer text is drawn narrower, and cut where that would not be enough. */
  room?: number;
}

const NARROW = 0.56;
const CUT = 1.25;

function text(x: number, y: number, said: string, look: Look): string {
  const { size, weight = 400, fill = INK, anchor = 'middle', font, room } = look;
  const letters = [...said];
  const most = room === undefined ? Infinity : Math.floor((room / (size * NARROW)) * CUT);
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : said;
  const isTight = room !== undefined && [...shown].length * size * NARROW > room;
  const fit = isTight ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : '';
  const family = font ? ` font-family="${font}"` : '';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${family}${fit}>${escaped(shown)}</text>`;
}

function rule(y: number, width: number, stroke: string, weight: number): string {
  return `<path d="M${MARGIN} ${y}H${width - MARGIN}" stroke="${stroke}" stroke-width="${weight}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(said: string): string {
  return said.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
