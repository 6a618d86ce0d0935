/** One step of every method in formulas: from q₀, v₀ at t₀ to q₁, v₁ at t₀ + h, with a = M⁻¹(f − ∇V). Letters are those of the method's file in
 *  lib/src/methods, which says more; `where` is the place in the paper that the formula belongs to. */
export interface Equation {
  /** What it is, before the formula. */
  readonly says: string;
  readonly tex: string;
  /** `kane2000, (22)–(24)`; null: follows from the others. */
  readonly where: string | null;
}

const alphaFamily = String.raw`q_1 = q_0 + h v_0 + h^2\bigl((\tfrac12-\beta)a_0 + \beta a_1\bigr), \qquad v_1 = v_0 + h\bigl((1-\gamma)a_0 + \gamma a_1\bigr)`;

export const equations: Readonly<Record<string, readonly Equation[]>> = {
  newmark: [
    {
      says: "Positions and velocities from accelerations at both ends",
      tex: alphaFamily,
      where: "kane2000, (22)–(23)",
    },
    {
      says: "The acceleration at the end obeys the equation of motion",
      tex: String.raw`M a_1 + \nabla V(q_1) = f(t_1, q_1, v_1)`,
      where: "kane2000, (24)",
    },
    {
      says: "For γ = ½ a step keeps this two-form, which is not the canonical one",
      tex: String.raw`\bigl(M + \beta h^2\,\nabla^2 V(q)\bigr)_{ij}\; dq_i \wedge dv_j`,
      where: "kane2000, Theorem 3.5",
    },
    {
      says: "Stable on linear systems, for γ = ½, while",
      tex: String.raw`h\,\omega < \frac{1}{\sqrt{\tfrac14 - \beta}}, \qquad \text{for every } h \text{ if } \beta \ge \tfrac14`,
      where: null,
    },
  ],
  "central-difference": [
    {
      says: "Half a kick, a drift, half a kick",
      tex: String.raw`v_{1/2} = v_0 + \tfrac h2\, a_0, \qquad q_1 = q_0 + h\,v_{1/2}, \qquad v_1 = v_{1/2} + \tfrac h2\, a_1`,
      where: "hairer2006, ch. I, (1.17)",
    },
    {
      says: "The same in positions alone",
      tex: String.raw`M\,\frac{q_{n+1} - 2q_n + q_{n-1}}{h^2} = -\nabla V(q_n)`,
      where: null,
    },
    { says: "Stable on linear systems while", tex: String.raw`h\,\omega < 2`, where: null },
  ],
  midpoint: [
    {
      says: "The forces are those in the middle of the step",
      tex: String.raw`M A + \nabla V(Q) = f\bigl(t_0 + \tfrac h2, Q, V\bigr), \qquad Q = \frac{q_0 + q_1}{2}, \quad V = \frac{v_0 + v_1}{2}`,
      where: "hairer2006, ch. I, (1.7)",
    },
    { says: "One step", tex: String.raw`q_1 = q_0 + h V, \qquad v_1 = v_0 + h A`, where: null },
  ],
  variational: [
    {
      says: "The action of a step, at a point between its ends, and its symmetric mean",
      tex: String.raw`L_d^{\alpha}(q_0, q_1) = h\, L\Bigl((1-\alpha)q_0 + \alpha q_1, \tfrac{q_1 - q_0}{h}\Bigr), \qquad L_d^{\mathrm{sym},\alpha} = \tfrac12\bigl(L_d^{\alpha} + L_d^{1-\alpha}\bigr)`,
      where: "kane2000, (16), (19)",
    },
    {
      says: "The discrete Euler–Lagrange equations make the sum of actions stationary",
      tex: "D_2 L_d(q_{k-1}, q_k) + D_1 L_d(q_k, q_{k+1}) = 0",
      where: "kane2000, (2)",
    },
    {
      says: "In positions and velocities, with a_c = −M⁻¹∇V at (1 − c) q₀ + c q₁",
      tex: String.raw`q_1 = q_0 + h v_0 + \tfrac{h^2}{2}\bigl((1-\alpha)a_\alpha + \alpha\, a_{1-\alpha}\bigr), \qquad v_1 = v_0 + \tfrac h2\bigl(a_\alpha + a_{1-\alpha}\bigr)`,
      where: null,
    },
  ],
  "lagrange-dalembert": [
    {
      says: "The discrete principle with forces",
      tex: String.raw`\delta \sum_k L_d(q_k, q_{k+1}) + \sum_k \bigl(F_d^-(q_k, q_{k+1})\cdot\delta q_k + F_d^+(q_k, q_{k+1})\cdot\delta q_{k+1}\bigr) = 0`,
      where: "kane2000, (44)",
    },
    {
      says: "Forces at the two points of the symmetric action, F_c = F(q_c, (q₁ − q₀)/h)",
      tex: String.raw`F_d^- = \tfrac h2\bigl((1-\alpha)F_\alpha + \alpha F_{1-\alpha}\bigr), \qquad F_d^+ = \tfrac h2\bigl(\alpha F_\alpha + (1-\alpha) F_{1-\alpha}\bigr)`,
      where: "kane2000, (45)–(46)",
    },
    {
      says: "The velocity by the forced Legendre transform",
      tex: "M v_1 = D_2 L_d(q_0, q_1) + F_d^+(q_0, q_1)",
      where: null,
    },
  ],
  "two-step": [
    {
      says: "First a conservative step, by the midpoint rule",
      tex: String.raw`u^* = \frac{q^* - q_0}{h} = v_0 - \tfrac h2\, M^{-1}(\nabla V - f)\Bigl(\tfrac{q_0 + q^*}{2}\Bigr)`,
      where: "kane2000, (56)",
    },
    {
      says: "Then what friction costs least for",
      tex: String.raw`u = \frac{q_1 - q_0}{h} \;\text{ minimises }\; \tfrac12 (u - u^*)^{\mathsf T} M (u - u^*) + h\,\varphi(q_0, u) + h \sum_s \ell_s\,|S_s u|`,
      where: "kane2000, (57)",
    },
  ],
  "newmark-minimization": [
    {
      says: "The predictor",
      tex: String.raw`q^{\mathrm{pre}} = q_0 + h v_0 + h^2(\tfrac12 - \beta)\, a_0`,
      where: "kane2000, (34)",
    },
    {
      says: "The new position is a minimum",
      tex: String.raw`q_1 = \arg\min_q\; \frac{1}{2h^2}\,(q - q^{\mathrm{pre}})^{\mathsf T} M (q - q^{\mathrm{pre}}) + \beta V_k(q) - \beta f(t_1)\cdot q`,
      where: "kane2000, (41)",
    },
    {
      says: "The potential of the step takes in the dissipation potential",
      tex: String.raw`V_k(q) = V(q) + h\,\varphi\Bigl(q_\sigma, \tfrac{q - q_0}{h}\Bigr), \qquad q_\sigma = (1-\sigma)q_0 + \sigma q`,
      where: "kane2000, (37)–(38)",
    },
    {
      says: "Acceleration and velocity",
      tex: String.raw`M a_1 = f(t_1) - \frac{\partial V_k}{\partial q}, \qquad v_1 = v_0 + h\bigl((1-\gamma)a_0 + \gamma a_1\bigr)`,
      where: "kane2000, (35)–(36)",
    },
  ],
  "energy-momentum": [
    {
      says: "The step, with algorithmic damping α",
      tex: String.raw`M\,\Delta v + h\bigl(g^* + \tfrac12\alpha\,\Delta g\bigr) = h\bar f - C\,\Delta u, \qquad \Delta u = h\bar v + \tfrac12\alpha h\,\Delta v`,
      where: "krenk2014, (14), (33)",
    },
    {
      says: "A mean force that does exactly the work of the potential",
      tex: String.raw`g^* \cdot \Delta u = V(u_1) - V(u_0)`,
      where: "krenk2014, (11)–(13)",
    },
    {
      says: "For potentials of degree four it is known from both ends",
      tex: String.raw`g^* = \bar g - \tfrac1{12}\,\Delta K\,\Delta u`,
      where: "krenk2014, (29)",
    },
    {
      says: "What α takes away in a step",
      tex: String.raw`\tfrac12\,\alpha\,\bigl(\Delta v\cdot M\Delta v + \Delta u\cdot\Delta g\bigr)`,
      where: "krenk2014, (15)",
    },
  ],
  "labudde-greenspan": [
    {
      says: "The force of a pair acts along its mean distance vector, by the difference quotient of its potential",
      tex: String.raw`M\,\Delta v = -h \sum_{\text{pairs}} \frac{\Delta U}{\Delta (r^2)}\; 2\,\bar d, \qquad \Delta q = h\,\bar v`,
      where: "labudde1974",
    },
    {
      says: "So the work of a step is the change of the potential",
      tex: String.raw`2\,\bar d \cdot \Delta d = \Delta (r^2) \quad\Longrightarrow\quad \Delta T = -\sum_{\text{pairs}} \Delta U`,
      where: null,
    },
  ],
  simpson: [
    {
      says: "A parabola through q₀, q_m, q₁, its action by Simpson’s rule",
      tex: String.raw`L_d(q_0, q_1) = \operatorname*{ext}_{q_m}\; \frac h6\bigl(L(q_0, \dot q_0) + 4\,L(q_m, \dot q_m) + L(q_1, \dot q_1)\bigr)`,
      where: "rojas2024, section 3",
    },
    {
      says: "The middle of the step is all that is solved for",
      tex: String.raw`q_m = q_0 + \tfrac h2 v_0 + \tfrac{h^2}{12}\,a_0 + \tfrac{h^2}{24}\,A, \qquad A = a\bigl(t_0 + \tfrac h2, q_m\bigr)`,
      where: "rojas2024, (18), (25)",
    },
    {
      says: "One step",
      tex: String.raw`q_1 = q_0 + h v_0 + h^2\Bigl(\frac{a_0}{6} + \frac A3\Bigr), \qquad v_1 = v_0 + h\Bigl(\frac{a_0}{6} + \frac{2A}{3} + \frac{a_1}{6}\Bigr)`,
      where: null,
    },
    {
      says: "Stable on linear systems while",
      tex: String.raw`h\,\omega < 2\sqrt2, \qquad\text{and again for } \sqrt{12} < h\,\omega < \sqrt{24}`,
      where: "rojas2024, section 4.3",
    },
  ],
  "one-factor": [
    {
      says: "The family, for linear systems without damping",
      tex: String.raw`(M + d\,h^2 K)\,\frac{\delta^2 q_n}{h^2} + K\,(q_n + c\,h^2 a_n) = R_n, \qquad a_n = M^{-1}(F_n - K q_n)`,
      where: null,
    },
    {
      says: "The load that belongs to it",
      tex: String.raw`R = F + \tfrac{h^2}{12} F'' + \tfrac{h^4}{360} F''''`,
      where: null,
    },
    {
      says: "Orders",
      tex: String.raw`c + d = \tfrac1{12}:\ \text{order } 4, \qquad c = \tfrac1{20},\ d = \tfrac1{30}:\ \text{order } 6,\ \text{stable for } h\,\omega < \sqrt{20}`,
      where: null,
    },
  ],
  galerkin: [
    {
      says: "A polynomial of degree s, its action with the weights of Gauss and Lobatto",
      tex: String.raw`L_d(q_0, q_1) = \operatorname*{ext}\; h \sum_{i=0}^{s} b_i\, L(Q_i, V_i), \qquad Q_i = q(c_i h),\ V_i = \dot q(c_i h),\ Q_0 = q_0,\ Q_s = q_1`,
      where: "hairer2006, ch. VI.6",
    },
    {
      says: "In accelerations, the pair Lobatto IIIA–IIIB",
      tex: String.raw`V_i = v_0 + h\sum_j \hat a_{ij} A_j, \qquad Q_i = q_0 + c_i h v_0 + h^2 \sum_j (a\hat a)_{ij} A_j`,
      where: null,
    },
    {
      says: "One step, of order 2s",
      tex: String.raw`v_1 = v_0 + h\sum_i b_i A_i, \qquad q_1 = q_0 + h v_0 + h^2 \sum_i (b^{\mathsf T}\hat a)_i A_i`,
      where: null,
    },
  ],
  gauss: [
    {
      says: "The equation of motion at s points inside the step",
      tex: String.raw`M A_i + \nabla V(Q_i) = f(t_0 + c_i h, Q_i, V_i)`,
      where: "hairer2006, ch. II.1.3",
    },
    {
      says: "The stages",
      tex: String.raw`V_i = v_0 + h\sum_j a_{ij} A_j, \qquad Q_i = q_0 + c_i h v_0 + h^2 \sum_j (a^2)_{ij} A_j`,
      where: null,
    },
    {
      says: "One step, of order 2s",
      tex: String.raw`v_1 = v_0 + h\sum_i b_i A_i, \qquad q_1 = q_0 + h v_0 + h^2\sum_i (b^{\mathsf T} a)_i A_i`,
      where: null,
    },
    {
      says: "What keeps quadratic invariants, and with them angular momentum",
      tex: "b_i a_{ij} + b_j a_{ji} = b_i b_j",
      where: "hairer2006, ch. IV.2.1",
    },
  ],
  yoshida: [
    {
      says: "Steps of central differences, of different lengths, one of them backwards",
      tex: String.raw`\Phi_h = \varphi_{\gamma_1 h} \circ \varphi_{\gamma_2 h} \circ \cdots \circ \varphi_{\gamma_s h}, \qquad \gamma_{s+1-i} = \gamma_i, \quad \sum_i \gamma_i = 1`,
      where: "yoshida1990",
    },
    {
      says: "Order four: the triple jump",
      tex: String.raw`\gamma_1 = \gamma_3 = \frac{1}{2 - \sqrt[3]{2}}, \qquad \gamma_2 = -\frac{\sqrt[3]{2}}{2 - \sqrt[3]{2}}`,
      where: "yoshida1990, (2.11)",
    },
  ],
  hht: [
    {
      says: "Forces between the ends of the step; G = ∇V − f",
      tex: String.raw`M a_1 + (1+\alpha)\,G_1 - \alpha\,G_0 = 0, \qquad -\tfrac13 \le \alpha \le 0`,
      where: "hilber1977, (1)–(6)",
    },
    { says: "Newmark’s formulas", tex: alphaFamily, where: null },
    {
      says: "with parameters, and the spectral radius at infinity",
      tex: String.raw`\beta = \frac{(1-\alpha)^2}{4}, \qquad \gamma = \tfrac12 - \alpha, \qquad \rho_\infty = \frac{1+\alpha}{1-\alpha}`,
      where: null,
    },
  ],
  wbz: [
    {
      says: "The inertia is averaged, forces are those at the end; G = ∇V − f",
      tex: String.raw`M\bigl((1-\alpha_m)\,a_1 + \alpha_m a_0\bigr) + G_1 = 0`,
      where: "wood1980, (2)–(4)",
    },
    { says: "Newmark’s formulas", tex: alphaFamily, where: null },
    {
      says: "with parameters from the spectral radius ρ at infinity",
      tex: String.raw`\alpha_m = \frac{\rho - 1}{\rho + 1}, \qquad \beta = \frac{(1-\alpha_m)^2}{4}, \qquad \gamma = \tfrac12 - \alpha_m`,
      where: null,
    },
  ],
  "generalized-alpha": [
    {
      says: "Inertia and forces are both averaged; G = ∇V − f",
      tex: String.raw`M\bigl((1-\alpha_m)\,a_1 + \alpha_m a_0\bigr) + (1-\alpha_f)\,G_1 + \alpha_f G_0 = 0`,
      where: "chung1993, (17)",
    },
    { says: "Newmark’s formulas", tex: alphaFamily, where: null },
    {
      says: "with parameters from the spectral radius ρ at infinity: the least damping of low frequencies for it",
      tex: String.raw`\alpha_m = \frac{2\rho - 1}{\rho + 1}, \quad \alpha_f = \frac{\rho}{\rho + 1}, \quad \gamma = \tfrac12 - \alpha_m + \alpha_f, \quad \beta = \tfrac14(1 - \alpha_m + \alpha_f)^2`,
      where: "chung1993, (20), (25)",
    },
  ],
  bathe: [
    {
      says: "The first half by the trapezoidal rule; G = ∇V − f",
      tex: String.raw`q_{1/2} = q_0 + \tfrac h4\,(v_0 + v_{1/2}), \qquad v_{1/2} = v_0 + \tfrac h4\,(a_0 + a_{1/2}), \qquad M a_{1/2} + G_{1/2} = 0`,
      where: "bathe2005, (5)–(12)",
    },
    {
      says: "The second by three-point backward differences",
      tex: String.raw`h\,v_1 = q_0 - 4\,q_{1/2} + 3\,q_1, \qquad h\,a_1 = v_0 - 4\,v_{1/2} + 3\,v_1, \qquad M a_1 + G_1 = 0`,
      where: "bathe2005, (5)–(12)",
    },
  ],
  rk4: [
    {
      says: "Four slopes of y = (q, v)",
      tex: String.raw`k_1 = \dot y(t, y), \quad k_2 = \dot y\bigl(t + \tfrac h2, y + \tfrac h2 k_1\bigr), \quad k_3 = \dot y\bigl(t + \tfrac h2, y + \tfrac h2 k_2\bigr), \quad k_4 = \dot y(t + h, y + h k_3)`,
      where: "hairer1993, ch. II.1",
    },
    { says: "One step", tex: String.raw`y_1 = y + \tfrac h6\,(k_1 + 2k_2 + 2k_3 + k_4)`, where: null },
    { says: "Stable on undamped linear systems while", tex: String.raw`h\,\omega < 2\sqrt2`, where: null },
  ],
  dop853: [
    {
      says: "Twelve stages of y = (q, v), of order eight",
      tex: String.raw`k_i = \dot y\Bigl(t_0 + c_i h,\; y_0 + h \sum_{j<i} a_{ij} k_j\Bigr), \qquad y_1 = y_0 + h \sum_i b_i k_i`,
      where: "hairer1993, ch. II.5",
    },
    {
      says: "The next step from the error of this one",
      tex: String.raw`h_{\text{new}} = h \left(\frac{\text{tolerance}}{\text{error}}\right)^{1/8} \cdot \text{safety}`,
      where: "hairer1993, ch. II.5",
    },
  ],
  "force-stepping": [
    {
      says: "The potential is replaced by one that is linear in every simplex of a grid",
      tex: String.raw`V_h(q) = V(q_a) + \nabla V_h \cdot (q - q_a), \qquad V_h = V \text{ at the corners}`,
      where: "gonzalez2010",
    },
    {
      says: "In a simplex the motion is a parabola, until it leaves",
      tex: String.raw`q(t) = q_0 + (t - t_0)\,v_0 - \tfrac12 (t - t_0)^2\, M^{-1}\nabla V_h`,
      where: "gonzalez2010",
    },
    {
      says: "So that the energy is kept exactly",
      tex: String.raw`\tfrac12\, v\cdot M v + V_h(q) = \text{const}`,
      where: null,
    },
  ],
  "energy-stepping": [
    {
      says: "The potential is replaced by terraces",
      tex: String.raw`V_h = h\,\bigl\lfloor V/h \bigr\rfloor`,
      where: "gonzalez2009",
    },
    {
      says: "At an edge with the normal n = ∇V the velocity jumps along it",
      tex: String.raw`v \leftarrow v + \lambda\, M^{-1} n, \qquad \lambda\, n\cdot v + \tfrac12\lambda^2\, n\cdot M^{-1}n + \Delta V = 0`,
      where: "gonzalez2009",
    },
    {
      says: "or is thrown back, where the motion is too slow to climb",
      tex: String.raw`\lambda = -\,\frac{2\, n\cdot v}{n\cdot M^{-1} n}`,
      where: "gonzalez2009",
    },
  ],
};
