// Styles and fonts of formulas. Import this only where a formula is shown.
import 'katex/dist/katex.min.css';
import './formulas.css';
