// Styles and fonts of formulas: import this only where there is one.
import 'katex/dist/katex.min.css';
import './formulas.css';
