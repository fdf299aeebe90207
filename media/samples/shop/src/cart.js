import i18next from 'i18next';

export function cartSummary(cart) {
  if (cart.items.length === 0) return i18next.t('cart.empty');
  return [
    i18next.t('cart.title'),
    i18next.t('cart.items', { count: cart.items.length }),
    i18next.t('cart.shipping', { amount: cart.freeShippingFrom }),
  ].join(' · ');
}

export function greeting(customer) {
  return i18next.t('nav.account', { name: customer.firstName });
}
